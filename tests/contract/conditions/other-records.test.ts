import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Condition } from '#schemas/metadata/condition.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { RecordValues, ReferenceValue } from '#schemas/metadata/value.ts';
import { valueType } from '#generators/field-types/registry.ts';
import { parseCondition } from '#generators/filters.ts';
import { compilePredicate, type OtherRecords } from '#shared/conditions/predicate.ts';
import { compileCondition } from '#server/core/conditions/conditions.ts';
import { Parameters } from '#server/core/conditions/parameters.ts';
import { openTestDatabase, type TestDatabase } from '#tests/support/databases/database.ts';
import {
  anyComparison,
  anyCondition,
  createTable,
  everyField,
  insertRecords,
  storedRecord,
} from '#tests/support/metadata/every-field.ts';
import { prng, type Prng } from '#tests/support/prng.ts';

// Homes are numbered 1 to 6; the links of the others name 1, 2, 3 and one that is not there.
const HOMES = 6;
const OTHERS = 40;
const TREES = 400;
const TODAY = '2026-11-21';
const LINKS = ['referenceField', 'multiReferenceField'];

const pointAt = (target: string) => (field: FieldDefinition) =>
  field.targetApiName === undefined ? field : { ...field, targetApiName: target };
const home: ObjectDefinition = { ...everyField, apiName: 'Home', fields: everyField.fields.map(pointAt('Home')) };
const other: ObjectDefinition = { ...everyField, apiName: 'Other', fields: everyField.fields.map(pointAt('Home')) };

const random = prng(19);
const homes = Array.from({ length: HOMES }, (): RecordValues => storedRecord(home, random));
const records = Array.from({ length: OTHERS }, (): RecordValues => storedRecord(other, random));
const all: Readonly<Record<string, readonly RecordValues[]>> = { Home: homes, Other: records };
const definitions: Readonly<Record<string, ObjectDefinition>> = { Home: home, Other: other };

const asked = (apiName: string) => {
  const object = definitions[apiName];
  const { label, fields } = object ?? home;
  return (
    object && { apiName, label, definition: object, fields, table: apiName, owner: undefined, seenRows: undefined }
  );
};
const idsIn = (value: unknown): string[] =>
  [value].flat().flatMap((link) => (link ? [(link as ReferenceValue).id] : []));
const others: OtherRecords = {
  fields: (apiName) => definitions[apiName]?.fields ?? [],
  pointingAt: (values, apiName, links) => {
    const id = String(homes.indexOf(values) + 1);
    return (all[apiName] ?? []).filter((one) => links.some((link) => idsIn(one[link]).includes(id)));
  },
};

let store: TestDatabase;
beforeAll(async () => {
  store = await openTestDatabase();
  for (const [object, values] of [[home, homes] as const, [other, records] as const]) {
    await createTable(store.database, object);
    await insertRecords(store.database, object, values);
  }
});
afterAll(() => store.drop());

async function answers(input: unknown) {
  const condition = parseCondition({ fields: home.fields, apiName: 'Home', others: asked }, input);
  const parameters = new Parameters();
  const test = compileCondition(condition, { fields: home.fields, today: TODAY, parameters, others: asked });
  const text = `select id from "Home" where ${test} order by id`;
  const { rows } = await store.database.pool.query<{ id: string }>(text, parameters.values);
  const holds = compilePredicate({ fields: home.fields, others }, condition, { today: TODAY });
  return {
    input,
    database: rows.map(({ id }) => String(id)),
    predicate: homes.flatMap((values, at) => (holds(values) ? [String(at + 1)] : [])),
  };
}

const existence = (filter: Condition | undefined, from: Prng): Condition => ({
  exists: {
    objectApiName: from.pick(['Other', 'Home']),
    fields: from.pick([LINKS, LINKS.slice(0, 1), LINKS.slice(1)]),
    ...(filter && { filter }),
    ...(from.chance(0.5) && { atLeast: from.int(2, 4) }),
  },
});

describe('the database and the predicate give the same answer about records that point at one', () => {
  it.each(other.fields.map((field) => [field.label, field] as const))('by every operator of %s', async (_, field) => {
    const found: string[] = [];
    for (const op of valueType(field).operators) {
      const { database, predicate, input } = await answers(existence(anyComparison(field, op, random), random));
      expect({ input, ids: database }).toEqual({ input, ids: predicate });
      found.push(...database);
    }
    // A condition that never finds anything would agree without saying anything.
    expect(found).not.toEqual([]);
  });

  it('for conditions of any shape, one within the other, and for their opposites', async () => {
    for (let round = 0; round < TREES; round += 1) {
      const inner = existence(random.chance(0.7) ? anyCondition(other, random, 3) : undefined, random);
      const filter: Condition = random.chance(0.4) ? { or: [inner, anyCondition(other, random, 2)] } : inner;
      const condition: Condition = random.chance(0.3)
        ? { exists: { objectApiName: 'Home', fields: LINKS, filter } }
        : { and: [{ or: [filter, anyCondition(home, random, 2)] }] };
      const { database, predicate, input } = await answers(condition);
      expect({ input, ids: database }).toEqual({ input, ids: predicate });
      const opposite = await answers({ not: condition });
      expect([...database, ...opposite.database].toSorted()).toEqual(homes.map((_, at) => String(at + 1)));
    }
  });

  it('a record that points by two fields counts once', async () => {
    const pairs = await answers({ exists: { objectApiName: 'Other', fields: LINKS, atLeast: OTHERS } });
    expect(pairs.database).toEqual([]);
    expect(pairs.predicate).toEqual([]);
  });
});

describe('a condition on other records is refused', () => {
  const read = (input: unknown) => () => parseCondition({ fields: home.fields, apiName: 'Home', others: asked }, input);
  const exists = (more: object) => ({ exists: { objectApiName: 'Other', fields: ['referenceField'], ...more } });
  const nested = (depth: number): Condition =>
    depth === 0 ? { field: 'textField', op: 'empty' } : exists({ objectApiName: 'Home', filter: nested(depth - 1) });

  it.each([
    ['an object that may not be asked about', exists({ objectApiName: 'Secret' }), /没有可用来筛选的对象“Secret”/],
    [
      'a field that is no link',
      exists({ fields: ['textField'] }),
      /filter\.exists\.fields\[0\]：“.*”没有指向这里的关联字段/,
    ],
    ['no field at all', exists({ fields: [] }), /至少有一个关联字段/],
    ['a number below one', exists({ atLeast: 0 }), /至少的条数/],
    ['a number with a fraction', exists({ atLeast: 1.5 }), /至少的条数/],
    ['another key', exists({ atMost: 1 }), /不认识的键“atMost”/],
    [
      'a field that the other object has not',
      exists({ filter: { field: 'gone', op: 'empty' } }),
      /filter\.exists\.filter\.field：没有字段“gone”/,
    ],
    ['a third level', nested(3), /嵌套超过 2 层/],
    ['a fifth in one condition', { or: Array.from({ length: 5 }, () => exists({})) }, /超过 4 个/],
  ])('for %s, with the place', (_, input, words) => {
    expect(read(input)).toThrow(words);
  });

  it('where a record is judged by its own values alone', () => {
    expect(() => parseCondition({ fields: home.fields }, exists({}))).toThrow('这里不能按其他对象的记录筛选');
  });
});
