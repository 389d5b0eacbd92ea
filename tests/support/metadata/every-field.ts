import type { Comparison, Condition, Operator } from '#schemas/metadata/condition.ts';
import { FIELD_TYPES, type FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { SelectOption } from '#schemas/metadata/option-set.ts';
import type { FieldValue, RecordValues } from '#schemas/metadata/value.ts';
import { fieldType, isComputed, valueKind, valueType } from '#generators/field-types/registry.ts';
import { comparesBands, OPERATOR_FORMS } from '#generators/operators.ts';
import { plan, quote } from '#generators/storage.ts';
import type { Database } from '#server/db/database.ts';
import { type Prng, prng } from '#tests/support/prng.ts';
import { options, sampleObject } from './sample-object.ts';

const TREE = [
  { value: 'gd', label: '广东' },
  { value: 'sz', label: '深圳', parent: 'gd' },
  { value: 'ns', label: '南山', parent: 'sz' },
  { value: 'gz', label: '广州', parent: 'gd' },
  { value: 'bj', label: '北京' },
];

/** Bands of amounts: between two ends, from one on, and of which nothing is said. */
const BANDS: readonly SelectOption[] = [
  { value: 'small', label: 'small', atLeast: '0', below: '12.5' },
  { value: 'large', label: 'large', atLeast: '12.5' },
  { value: 'secret', label: 'secret' },
];

const EXTRAS: Partial<Record<FieldDefinition['type'], Partial<FieldDefinition>>> = {
  // Their order is not that of their texts.
  select: { selectOptions: options('b', 'c', 'a') },
  multiSelect: { selectOptions: options('a', 'b', 'c') },
  treeSelect: { selectOptions: TREE },
  currency: { selectOptions: [...BANDS] },
  reference: { targetApiName: 'Sample' },
  multiReference: { targetApiName: 'Sample' },
};

const plain = FIELD_TYPES.filter((type) => !isComputed({ type })).map((type): FieldDefinition => ({
  apiName: `${type}Field`,
  type,
  label: type,
  config: { searchable: true, sortable: true, partial: type === 'date' },
  ...EXTRAS[type],
}));
const formulas = (['text', 'integer', 'decimal', 'boolean', 'date'] as const).map((resultType): FieldDefinition => ({
  apiName: `${resultType}Formula`,
  type: 'formula',
  label: `${resultType} formula`,
  config: { resultType, expression: 'null' },
}));

/** An object with one field of every type, a formula of every answer, and a date that is always whole. */
export const everyField: ObjectDefinition = sampleObject([
  ...plain,
  ...formulas,
  { apiName: 'wholeDate', type: 'date', label: 'wholeDate' },
]);

const TEXTS = ['鲸图', 'Québec', 'QUÉBEC', 'ab%c', 'AB_C', 'a\\b', 'abc', 'ABC', '𠮷野家', "it's", '100%', '_', ' a '];
const NUMBERS = ['0', '1', '-1', '1.5', '1.50', '100', '99999999999999999999.123456', '-0.000001', '12.5'];
const INTEGERS = [0, 1, -1, 7, 100, 9007199254740991, -9007199254740991];
const DATES = [
  '2019',
  '2019-06',
  '2019-06-30',
  '2020-02-29',
  '2020-02',
  '2025-12-31',
  '2026',
  '2026-11',
  '2026-11-16',
  '2026-11-21',
  '2026-11-22',
  '2026-10-01',
  '9999',
  '9999-12-31',
  '1000',
  '2026-11-20',
  '2026-12-31',
  '2026-11-12',
  '2026-08-31',
];
const INSTANTS = [
  '2026-11-20T16:00:00Z',
  '2026-11-20T15:59:59.999Z',
  '2026-11-21T04:00Z',
  '2026-11-21T15:59:59Z',
  '2019-06-30T16:00:00.000Z',
  '2020-02-28T16:30:00.1Z',
  '2025-12-31T15:59Z',
  '2025-12-31T16:00Z',
  '9999-12-31T15:59:59Z',
  '2026-11-21T04:00:00.12Z',
  '2026-11-12T04:00:00Z',
  '2026-10-20T04:00:00Z',
  '2026-08-01T00:00:00Z',
];
const IDS = ['1', '2', '3', '999999999999999999'];
const few = <Item>(random: Prng, items: readonly Item[]): Item[] => [
  ...new Set(Array.from({ length: random.int(1, 3) }, () => random.pick(items))),
];
const whole = (dates: readonly string[]) => dates.filter((text) => text.length === 10);

function money(random: Prng): FieldValue {
  if (random.chance(0.3)) {
    const band = random.pick(BANDS).value;
    return random.chance(0.3) ? { band, currency: random.pick(['CNY', 'USD']) } : { band };
  }
  const num = random.pick(NUMBERS);
  // An amount in a currency without a rate that day has no equivalent.
  return random.chance(0.2)
    ? { num, currency: 'USD' }
    : { num, currency: random.pick(['CNY', 'USD']), equivalentMoney: random.pick(NUMBERS) };
}

/** A value as it is kept, of the field's type; undefined for nothing in one of five. */
function storedValue(field: FieldDefinition, random: Prng): FieldValue {
  if (random.chance(0.2)) return undefined;
  switch (valueKind(field)) {
    case 'text':
      return random.pick(field.selectOptions?.map(({ value }) => value) ?? TEXTS);
    case 'integer':
      return random.pick(INTEGERS);
    case 'decimal':
      return random.pick(NUMBERS);
    case 'money':
      return money(random);
    case 'date':
      return random.pick(field.config?.partial ? DATES : whole(DATES));
    case 'instant':
      return random.pick(INSTANTS);
    case 'boolean':
      return random.chance(0.5);
    case 'link':
      return { id: random.pick(IDS) };
    case 'links':
      return few(random, IDS).map((id) => ({ id }));
    case 'texts':
      return few(random, field.selectOptions?.map(({ value }) => value) ?? TEXTS);
    case 'file':
      return { url: 'https://files.example.com/a.png', name: 'a.png' };
  }
}

/** A record of the object with any values. */
export const storedRecord = (object: ObjectDefinition, random: Prng): RecordValues =>
  Object.fromEntries(
    object.fields
      .map((field) => [field.apiName, storedValue(field, random)] as const)
      .filter(([, value]) => value !== undefined),
  );

function operand(field: FieldDefinition, op: Operator, random: Prng): unknown {
  if (op === 'currencyIs') return random.pick(['CNY', 'USD', 'EUR']);
  if (op === 'bandIs') return random.pick(['small', 'large', 'gone']);
  const shape: FieldDefinition = { ...field, config: { ...field.config, partial: true } };
  const value = storedValue(shape, random) ?? storedValue(shape, prng(random.int(0, 1e9)));
  if (value === undefined) return operand(field, op, random);
  switch (valueKind(field)) {
    case 'text':
      if (field.selectOptions || random.chance(0.3)) return value;
      return [...(value as string)].slice(random.int(0, 1), random.int(2, 9)).join('').trim() || 'a';
    case 'money':
      return random.pick(NUMBERS);
    case 'instant':
      return random.chance(0.5) ? random.pick(DATES) : value;
    case 'link':
      return random.pick(IDS);
    case 'links':
      return random.pick(IDS);
    case 'texts':
      return random.pick(value as string[]);
    default:
      return value;
  }
}

/** A comparison from outside that the field's type allows. */
export function anyComparison(field: FieldDefinition, op: Operator, random: Prng): Comparison {
  const comparison = bareComparison(field, op, random);
  return comparesBands(field, op) && random.chance(0.5) ? { ...comparison, possibly: true } : comparison;
}

function bareComparison(field: FieldDefinition, op: Operator, random: Prng): Comparison {
  const one = () => operand(field, op, random);
  switch (OPERATOR_FORMS[op].shape) {
    case 'nothing':
      return { field: field.apiName, op };
    case 'one':
      return { field: field.apiName, op, value: one() };
    case 'list':
      return { field: field.apiName, op, value: Array.from({ length: random.int(1, 3) }, one) };
    case 'range':
      return {
        field: field.apiName,
        op,
        value: random.pick([
          [one(), one()],
          [one(), null],
          [null, one()],
        ]),
      };
    case 'count':
      return { field: field.apiName, op, value: random.pick([1, 2, 7, 12, 100]) };
  }
}

/** A condition tree over any fields, at most so deep. */
export function anyCondition(object: ObjectDefinition, random: Prng, depth: number): Condition {
  const shape = depth > 1 ? random.pick(['and', 'or', 'not', 'one']) : 'one';
  const below = () => anyCondition(object, random, depth - 1);
  if (shape === 'not') return { not: below() };
  if (shape === 'and') return { and: Array.from({ length: random.int(1, 3) }, below) };
  if (shape === 'or') return { or: Array.from({ length: random.int(1, 3) }, below) };
  const field = random.pick(object.fields);
  return anyComparison(field, random.pick(valueType(field).operators), random);
}

/** Creates the object's table with its indexes. */
export async function createTable(database: Database, object: ObjectDefinition): Promise<void> {
  for (const step of plan(undefined, object)) await database.pool.query(step.sql);
}

/** Puts records into the object's table as a save does, and gives their ids in the same order. */
export async function insertRecords(
  database: Database,
  object: ObjectDefinition,
  records: readonly RecordValues[],
): Promise<string[]> {
  const columns = object.fields.flatMap((field) =>
    fieldType(field)
      .columns(field)
      .map(({ name }) => quote(name)),
  );
  const places = columns.map((_, index) => `$${index + 1}`).join(', ');
  const text = `insert into ${quote(object.apiName)} (${columns.join(', ')}) values (${places}) returning id`;
  const ids: string[] = [];
  for (const record of records) {
    const values = object.fields.flatMap((field) => fieldType(field).toColumns(record[field.apiName], field));
    const { rows } = await database.pool.query<{ id: string }>({ text, values, name: `insert-${object.apiName}` });
    ids.push(String(rows[0]?.id));
  }
  return ids;
}
