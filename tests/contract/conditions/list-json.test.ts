import { afterAll, beforeAll, expect, it } from 'vitest';
import type { FieldValue } from '#schemas/metadata/value.ts';
import { fieldType } from '#generators/field-types/registry.ts';
import { RecordReader } from '#server/core/lists/record-reader.ts';
import { openTestDatabase, type TestDatabase } from '#tests/support/databases/database.ts';
import { createTable, everyField, insertRecords, storedRecord } from '#tests/support/metadata/every-field.ts';
import { prng } from '#tests/support/prng.ts';
import { everything, readable } from '#tests/support/records/readable-sample.ts';
import { sampleObject } from '#tests/support/metadata/sample-object.ts';

const HARD_TEXTS = ['"', '\\', '\\u0000', 'a\nb\tc\u0001', '\u2028', '😀', '</script>', "''", '{"a":1}', ',,', '{1,2}'];

let store: TestDatabase;
let reader: RecordReader;
const object = readable(everyField);
const NAMED: unknown = { find: () => undefined };

beforeAll(async () => {
  store = await openTestDatabase();
  await createTable(store.database, everyField);
  reader = new RecordReader(store.database, NAMED as never);
});
afterAll(() => store.drop());

it('a list gives every value as the type of its field reads it from its columns', async () => {
  const random = prng(5);
  const records = Array.from({ length: 90 }, (_, index) => {
    const record = storedRecord(everyField, random);
    const hard = HARD_TEXTS[index % HARD_TEXTS.length] ?? '';
    return index % 3 === 0
      ? { ...record, textField: hard, textListField: [hard, 'b'], multiSelectField: [hard] }
      : record;
  });
  const ids = await insertRecords(store.database, everyField, records);
  const fields = everyField.fields.map((field) => field.apiName);
  const { list } = await reader.list(object, { fields, pageSize: 100 }, everything);
  const { rows } = await store.database.pool.query<Record<string, unknown>>(`select * from "${everyField.apiName}"`);
  for (const row of rows) {
    const values: Record<string, FieldValue> = {};
    for (const field of everyField.fields) {
      const columns = fieldType(field)
        .columns(field)
        .map(({ name }) => row[name] ?? null);
      const value = fieldType(field).fromColumns(columns, field);
      if (value !== undefined) values[field.apiName] = value;
    }
    expect(list.find(({ id }) => id === row['id'])).toEqual({ id: row['id'], ...values });
  }
  expect(list.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
});

it('a record read alone has the same values as in a list', async () => {
  const fields = everyField.fields.map((field) => field.apiName);
  const { list } = await reader.list(object, { fields, pageSize: 10 }, everything);
  for (const row of list) expect((await reader.read(object, row.id, everything))?.record).toMatchObject(row);
});

it('a list shows objects of 300 fields', async () => {
  const wide = sampleObject(
    Array.from({ length: 300 }, (_, index) => ({ apiName: `f${index}`, type: 'text' as const, label: `${index}` })),
  );
  const definition = { ...wide, apiName: 'Wide' };
  await createTable(store.database, definition);
  await insertRecords(store.database, definition, [{ f0: 'a', f299: 'z' }, {}]);
  const fields = definition.fields.map((field) => field.apiName);
  const { list } = await reader.list(readable(definition), { fields }, everything);
  expect(list).toEqual([{ id: '2' }, { id: '1', f0: 'a', f299: 'z' }]);
});
