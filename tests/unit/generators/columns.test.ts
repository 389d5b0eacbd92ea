import { expect, test } from 'vitest';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { listColumns } from '#generators/columns.ts';

const fields: FieldDefinition[] = [
  { apiName: 'raised', type: 'currency', label: '融资额', config: { width: 200 } },
  { apiName: 'name', type: 'text', label: '名称' },
  { apiName: 'tags', type: 'textList', label: '标签' },
  { apiName: 'ratio', type: 'formula', label: '比率', config: { resultType: 'decimal' } },
  { apiName: 'gone', type: 'text', label: '旧字段', removed: true },
];
const columns = listColumns({ fields, columns: ['raised', 'gone', 'name'], nameField: 'name' });
const of = (apiName: string) => columns.find((column) => column.field.apiName === apiName);

test('the name is first, then the columns of the layout, then those a person may add', () => {
  expect(columns.map((column) => [column.field.apiName, column.shown])).toEqual([
    ['name', true],
    ['raised', true],
    ['tags', false],
    ['ratio', false],
  ]);
  expect(columns.filter((column) => column.isName).map((column) => column.field.apiName)).toEqual(['name']);
});

test('numbers are aligned to the right, a formula as its answer is, and the name left', () => {
  expect([of('raised'), of('ratio'), of('name')].map((column) => column?.align)).toEqual(['end', 'end', 'start']);
});

test('a list of texts cannot order rows, an amount can', () => {
  expect(of('tags')?.sortable).toBe(false);
  expect(of('raised')?.sortable).toBe(true);
});

test('the width of the metadata wins over that of the type', () => {
  expect(of('raised')?.width).toBe(200);
  expect(of('tags')?.width).toBeGreaterThan(0);
});

test('a column whose values are shown on some records alone is offered, and cannot order rows', () => {
  const size: FieldDefinition = { apiName: 'size', type: 'integer', label: '规模' };
  const source = { fields, partly: [size], columns: ['size'], nameField: 'name' };
  const found = listColumns(source).find(({ field }) => field === size);
  expect(found).toMatchObject({ shown: true, sortable: false, partly: true });
});
