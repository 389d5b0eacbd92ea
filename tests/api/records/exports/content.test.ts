import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { CurrencyValue, FieldValue, FileValue, RecordValues, ReferenceValue } from '#schemas/metadata/value.ts';
import { valueType } from '#generators/field-types/registry.ts';
import { Exact, exactText } from '#shared/money/exact.ts';
import { isSealed } from '#generators/field-types/sealed.ts';
import { EVERY_FIELD } from '#tests/support/metadata/every-field-type.ts';
import type { TestDatabase } from '#tests/support/databases/database.ts';
import { openMigratedDatabase } from '#tests/support/databases/kept-databases.ts';
import { createTable, everyField, insertRecords, storedRecord } from '#tests/support/metadata/every-field.ts';
import { exportedRows } from '#tests/support/files/export-bytes.ts';
import { prng } from '#tests/support/prng.ts';
import { readable } from '#tests/support/records/readable-sample.ts';
import { sampleObject } from '#tests/support/metadata/sample-object.ts';
import { shanghaiTime } from '#shared/time/shanghai.ts';

const object = readable(everyField);
const FIELDS = everyField.fields.map((field) => field.apiName);
const SIGNIFICANT = 15;

let store: TestDatabase;
let records: readonly RecordValues[] = [];
const names = new Map<string, string>();

beforeAll(async () => {
  store = await openMigratedDatabase();
  await createTable(store.database, everyField);
  const random = prng(77);
  records = Array.from({ length: 400 }, () => storedRecord(everyField, random));
  const ids = await insertRecords(store.database, everyField, records);
  const [nameField = ''] = FIELDS;
  for (const [index, id] of ids.entries()) {
    const name = records[index]?.[nameField];
    if (typeof name === 'string') names.set(id, name);
  }
});
afterAll(() => store.drop());

const shanghai = (instant: string): string => shanghaiTime(new Date(instant));
const number = (text: string): string => exactText(new Exact(text));
const link = ({ id }: ReferenceValue): string => names.get(id) ?? id;
const TREE_PATHS: Readonly<Record<string, string>> = {
  gd: '广东',
  sz: '广东/深圳',
  ns: '广东/深圳/南山',
  gz: '广东/广州',
  bj: '北京',
};

/** The cells of a value as a person expects them. */
function cells(field: FieldDefinition, value: FieldValue): string[] {
  if (field.type === 'currency') {
    const { num, currency, equivalentMoney, band } = (value ?? {}) as CurrencyValue;
    const named = { CNY: '人民币', USD: '美元' }[currency ?? ''] ?? '';
    return [num === undefined ? (band ?? '') : number(num), named, equivalentMoney ? number(equivalentMoney) : ''];
  }
  if (value === undefined || value === null) return [''];
  switch (valueType(field).type) {
    case 'boolean':
      return [value === true ? '是' : '否'];
    case 'integer':
    case 'decimal':
      return [number(String(value))];
    case 'percent':
      return [`${number(String(value))}%`];
    case 'dateTime':
      return [shanghai(String(value))];
    case 'treeSelect':
      return [TREE_PATHS[String(value)] ?? ''];
    case 'reference':
      return [link(value as ReferenceValue)];
    case 'multiReference':
      return [(value as ReferenceValue[]).map(link).join('、')];
    case 'multiSelect':
    case 'textList':
      return [(value as string[]).join('、')];
    case 'image':
    case 'file':
      return [(value as FileValue).url];
    default:
      return [String(value)];
  }
}

const expected = (record: RecordValues): string[] =>
  everyField.fields.flatMap((field) => cells(field, record[field.apiName]));
/** A reader takes the blanks around a cell, the guard against formulas and the time of midnight for what they are. */
const plain = (rows: readonly (readonly string[])[]) =>
  rows.map((row) => row.map((cell) => cell.replace(/^'(?=[-+=@])| 00:00:00$/g, '').trim()));

describe.each(['csv', 'xlsx'] as const)('an export as %s', (format) => {
  it('holds every field of every type as people read it, in the order of the list', async () => {
    const { rows } = await exportedRows(store.database, object, format, { fields: FIELDS });
    expect(plain(rows)).toEqual(plain(records.toReversed().map(expected)));
  });

  it('heads money with three columns, its amount, its currency and its equivalent', async () => {
    const { columns } = await exportedRows(store.database, object, format, { fields: ['textField', 'currencyField'] });
    expect(columns).toEqual(['text', 'currency', 'currency（币种）', 'currency（折合人民币元）']);
  });

  it('has the columns asked for in their order, the name first', async () => {
    const { columns } = await exportedRows(store.database, object, format, { fields: ['wholeDate', 'integerField'] });
    expect(columns).toEqual(['text', 'wholeDate', 'integer']);
  });

  it('keeps every digit of a number that a spreadsheet would round', async () => {
    const wanted = { fields: ['decimalField'] };
    const { rows } = await exportedRows(store.database, object, format, wanted);
    const long = rows.map(([, cell = '']) => cell).filter((cell) => cell.replace(/\D/g, '').length > SIGNIFICANT);
    expect(new Set(long)).toEqual(new Set(['99999999999999999999.123456']));
  });
});

describe('every way to define a field', () => {
  it('can be exported, empty and to an empty list', async () => {
    const definition = { ...sampleObject(EVERY_FIELD), apiName: 'Ways' };
    const listed = EVERY_FIELD.filter((field) => !isSealed(field));
    await createTable(store.database, definition);
    const ways = readable(definition);
    const fields = EVERY_FIELD.map((field) => field.apiName);
    for (const format of ['csv', 'xlsx'] as const) {
      expect(await exportedRows(store.database, ways, format, { fields })).toMatchObject({ rows: [] });
    }
    await insertRecords(store.database, definition, [{ [fields[0] ?? '']: 'only a name' }]);
    const { columns, rows } = await exportedRows(store.database, ways, 'xlsx', { fields });
    const money = EVERY_FIELD.filter((field) => valueType(field).kind === 'money').length;
    expect(columns).toHaveLength(listed.length + 2 * money);
    expect(rows).toEqual([['only a name', ...columns.slice(1).map(() => '')]]);
  });
});
