import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { RecordValues } from '#schemas/metadata/value.ts';
import { RecordReader } from '#server/core/lists/record-reader.ts';
import { openTestDatabase, type TestDatabase } from '#tests/support/databases/database.ts';
import { createTable, insertRecords } from '#tests/support/metadata/every-field.ts';
import { options, sampleObject } from '#tests/support/metadata/sample-object.ts';
import { everything, readable } from '#tests/support/records/readable-sample.ts';

const FIELDS: readonly FieldDefinition[] = [
  { apiName: 'name', type: 'text', label: '名称' },
  { apiName: 'round', type: 'select', label: '轮次', selectOptions: options('A轮', 'B轮', 'C轮') },
  { apiName: 'tags', type: 'multiSelect', label: '标签', selectOptions: options('硬科技', '出海') },
  { apiName: 'place', type: 'treeSelect', label: '地区', selectOptions: options('bj', 'gd') },
  { apiName: 'raising', type: 'boolean', label: '正在融资' },
  {
    apiName: 'amount',
    type: 'currency',
    label: '金额',
    selectOptions: [
      { value: '数千万', label: '数千万', atLeast: '10000000', below: '100000000' },
      { value: '数亿', label: '数亿', atLeast: '100000000', below: '1000000000' },
    ],
    config: { sortable: true },
  },
];
const yuan = (num: string) => ({ num, currency: 'CNY', equivalentMoney: num });
const RECORDS: readonly RecordValues[] = [
  { name: '一', round: 'A轮', tags: ['硬科技', '出海'], place: 'bj', raising: true, amount: yuan('70000000') },
  { name: '二', round: 'A轮', tags: ['硬科技'], place: 'gd', raising: false, amount: { band: '数亿' } },
  { name: '三', round: 'B轮', place: 'gd', amount: { band: '数千万' } },
  { name: '四', amount: yuan('30000000') },
  { name: '五', round: 'B轮', amount: yuan('200000000') },
];

const object = readable(sampleObject(FIELDS));
let store: TestDatabase;
let reader: RecordReader;
beforeAll(async () => {
  store = await openTestDatabase();
  await createTable(store.database, object.definition);
  await insertRecords(store.database, object.definition, RECORDS);
  reader = new RecordReader(store.database, { find: () => undefined });
});
afterAll(() => store.drop());

const counts = async (field: string, selection: object = {}) =>
  (await reader.optionCounts(object, selection, field, everything)).counts;

describe('How many records hold each option', () => {
  it('is counted for lists, trees, several options, and yes and no', async () => {
    expect(await counts('round')).toEqual({ A轮: 2, B轮: 2 });
    expect(await counts('tags')).toEqual({ 硬科技: 2, 出海: 1 });
    expect(await counts('place')).toEqual({ bj: 1, gd: 2 });
    expect(await counts('raising')).toEqual({ true: 1, false: 1 });
  });

  it('is counted among those that match alone', async () => {
    expect(await counts('round', { filter: { field: 'place', op: 'eq', value: 'gd' } })).toEqual({ A轮: 1, B轮: 1 });
    expect(await counts('round', { filter: { field: 'name', op: 'eq', value: '没有' } })).toEqual({});
  });

  it('is refused where there are no options, and for a field that is closed to the user', async () => {
    await expect(counts('amount')).rejects.toThrow('“金额”没有选项');
    const closed = { ...everything, readable: (field: FieldDefinition) => field.apiName !== 'round' };
    await expect(reader.optionCounts(object, {}, 'round', closed)).rejects.toThrow('没有字段“round”');
  });
});

describe('A list that is filtered and ordered by an amount', () => {
  const names = async (filter: object, order: 'asc' | 'desc') => {
    const found: unknown[] = [];
    for (let after: string | null | undefined; after !== null;) {
      const query = { filter, sort: [{ field: 'amount', order }], fields: ['name'], pageSize: 1 };
      const page = await reader.list(object, { ...query, ...(after !== undefined && { after }) }, everything);
      found.push(...page.list.map(({ name }) => name));
      after = page.after;
    }
    return found.join('');
  };

  it('has amounts of which only a band is known behind the others, on pages without a gap', async () => {
    const least = { field: 'amount', op: 'gte', value: '50000000' };
    expect(await names(least, 'desc')).toBe('五一二');
    expect(await names(least, 'asc')).toBe('一五二');
    expect(await names({ ...least, possibly: true }, 'desc')).toBe('五一三二');
    expect(await names({ not: least }, 'asc')).toBe('四三');
  });
});
