import type { Decimal } from 'decimal.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FieldTotal } from '#schemas/api/records.ts';
import type { Condition } from '#schemas/metadata/condition.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { CurrencyValue, RecordValues } from '#schemas/metadata/value.ts';
import { valueType } from '#generators/field-types/registry.ts';
import { compilePredicate } from '#shared/conditions/predicate.ts';
import { Failure } from '#shared/errors.ts';
import { Exact, exactText } from '#shared/money/exact.ts';
import { RecordReader } from '#server/core/lists/record-reader.ts';
import { openTestDatabase, type TestDatabase } from '#tests/support/databases/database.ts';
import {
  anyCondition,
  createTable,
  everyField,
  insertRecords,
  storedRecord,
} from '#tests/support/metadata/every-field.ts';
import { prng } from '#tests/support/prng.ts';
import { everything, readable } from '#tests/support/records/readable-sample.ts';

const object = readable(everyField);
const NUMBERS = ['integerField', 'decimalField', 'percentField', 'currencyField', 'decimalFormula'];

let store: TestDatabase;
let reader: RecordReader;
let records: readonly RecordValues[] = [];
let ids: readonly string[] = [];

beforeAll(async () => {
  store = await openTestDatabase();
  await createTable(store.database, everyField);
  const random = prng(61);
  records = Array.from({ length: 500 }, () => storedRecord(everyField, random));
  ids = await insertRecords(store.database, everyField, records);
  reader = new RecordReader(store.database, { find: () => undefined });
});
afterAll(() => store.drop());

const field = (apiName: string): FieldDefinition => {
  const found = object.field(apiName);
  if (!found) throw new Error(`No field ${apiName}`);
  return found;
};

/** The figures worked out number by number, without a database. */
function expected(apiName: string, chosen: readonly RecordValues[]): FieldTotal {
  const { type } = valueType(field(apiName));
  const values = chosen.map((record) => record[apiName]).filter((value) => value !== undefined && value !== null);
  const texts = type === 'currency' ? values.map((value) => (value as CurrencyValue).equivalentMoney) : values;
  const numbers = texts.filter((text) => text !== undefined && text !== null).map((text) => new Exact(String(text)));
  const sum = numbers.reduce((total: Decimal, number) => total.plus(number), new Exact(0));
  const figure = (number: Decimal) => (numbers.length > 0 ? exactText(number) : null);
  return {
    field: apiName,
    count: numbers.length,
    sum: type === 'percent' ? null : figure(sum),
    average: numbers.length > 0 ? exactText(sum.div(numbers.length).toDecimalPlaces(6)) : null,
    min: numbers.length > 0 ? figure(Exact.min(...numbers)) : null,
    max: numbers.length > 0 ? figure(Exact.max(...numbers)) : null,
    ...(type === 'currency' && { unknown: values.length - numbers.length }),
  };
}

async function refusal(fields: string[], scope = everything): Promise<unknown> {
  try {
    return await reader.totals(object, {}, fields, scope);
  } catch (error) {
    return error instanceof Failure ? [error.failure, error.problems[0]?.field, error.message] : error;
  }
}

describe('the totals of a list', () => {
  it('are exact to the last digit, over all records and over those of any filter', async () => {
    const random = prng(62);
    for (let round = 0; round < 80; round += 1) {
      const filter: Condition | undefined = round === 0 ? undefined : anyCondition(everyField, random, 3);
      const holds = filter ? compilePredicate(everyField, filter, everything) : () => true;
      const chosen = records.filter((values) => holds(values));
      const totals = await reader.totals(object, { filter }, NUMBERS, everything);
      expect({ filter, totals }).toEqual({ filter, totals: NUMBERS.map((name) => expected(name, chosen)) });
    }
  });

  it('of chosen records, or of all but some, are theirs alone', async () => {
    const of = (selection: { ids?: string[]; except?: string[] }) =>
      reader.totals(object, selection, ['decimalField'], everything);
    expect(await of({ ids: ids.slice(0, 40) })).toEqual([expected('decimalField', records.slice(0, 40))]);
    expect(await of({ except: ids.slice(0, 40) })).toEqual([expected('decimalField', records.slice(40))]);
    expect(await of({ ids: [] })).toEqual([expected('decimalField', [])]);
  });

  it('are given of money in CNY alone, and say how many amounts are left out', async () => {
    const [money] = await reader.totals(object, {}, ['currencyField'], everything);
    const known = records.filter((record) => record['currencyField'] !== undefined).length;
    expect(money).toMatchObject({ unknown: expect.any(Number) as number });
    expect((money?.count ?? 0) + (money?.unknown ?? 0)).toBe(known);
    expect(money?.unknown).toBeGreaterThan(0);
  });

  it('of a field that is no number, is not there or is closed are refused with its place', async () => {
    expect(await refusal(['decimalField', 'textField'])).toEqual([
      'INVALID_QUERY',
      'fields[1]',
      '“text”不是数字，不能合计',
    ]);
    expect(await refusal(['nope'])).toEqual(expect.arrayContaining(['INVALID_QUERY', 'fields[0]']));
    const closed = { ...everything, readable: ({ apiName }: FieldDefinition) => apiName !== 'decimalField' };
    expect(await refusal(['decimalField'], closed)).toEqual(expect.arrayContaining(['INVALID_QUERY', 'fields[0]']));
  });
});
