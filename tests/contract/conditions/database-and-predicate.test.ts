import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Condition, Operator } from '#schemas/metadata/condition.ts';
import type { RecordValues } from '#schemas/metadata/value.ts';
import { valueType } from '#generators/field-types/registry.ts';
import { parseCondition } from '#generators/filters.ts';
import { compilePredicate } from '#shared/conditions/predicate.ts';
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
import { prng } from '#tests/support/prng.ts';

const RECORDS = 300;
const VALUES_PER_OPERATOR = 8;
const TREES = 600;
const DAYS = ['2026-11-21', '2026-11-16', '2020-02-29', '2026-01-01', '2025-12-31', '2026-03-31'];

let store: TestDatabase;
const random = prng(7);
const records: RecordValues[] = Array.from({ length: RECORDS }, () => storedRecord(everyField, random));
let ids: string[];

beforeAll(async () => {
  store = await openTestDatabase();
  await createTable(store.database, everyField);
  ids = await insertRecords(store.database, everyField, records);
});
afterAll(() => store.drop());

async function fromDatabase(condition: Condition, today: string): Promise<string[]> {
  const parameters = new Parameters();
  const test = compileCondition(condition, { fields: everyField.fields, today, parameters });
  const text = `select id from "${everyField.apiName}" where ${test} order by id`;
  const { rows } = await store.database.pool.query<{ id: string }>(text, parameters.values);
  return rows.map((row) => row.id);
}

function fromPredicate(condition: Condition, today: string): string[] {
  const holds = compilePredicate(everyField, condition, { today });
  return ids.filter((_, index) => holds(records[index] ?? {}));
}

interface Answers {
  readonly today: string;
  readonly input: Condition;
  readonly database: readonly string[];
  readonly predicate: readonly string[];
}

async function ask(input: Condition): Promise<Answers> {
  const today = random.pick(DAYS);
  const condition = parseCondition(everyField, input);
  return { today, input, database: await fromDatabase(condition, today), predicate: fromPredicate(condition, today) };
}

const disagreements = (all: readonly Answers[]): Answers[] =>
  all.filter(({ database, predicate }) => database.join() !== predicate.join());

describe('the database and the predicate give the same answer', () => {
  it.each(everyField.fields.map((field) => [field.label, field] as const))(
    'for every operator of %s',
    async (_, field) => {
      const found: { op: Operator; hits: number }[] = [];
      for (const op of valueType(field).operators) {
        const all: Answers[] = [];
        for (let round = 0; round < VALUES_PER_OPERATOR; round += 1)
          all.push(await ask(anyComparison(field, op, random)));
        expect(disagreements(all)).toEqual([]);
        found.push({ op, hits: all.filter(({ database }) => database.length > 0).length });
      }
      // An operator that never finds anything would agree without saying anything. Few of the dates are ahead.
      expect(found.filter(({ op, hits }) => hits === 0 && op !== 'nextDays')).toEqual([]);
    },
  );

  it('for conditions of any shape', async () => {
    const all: Answers[] = [];
    for (let round = 0; round < TREES; round += 1) all.push(await ask(anyCondition(everyField, random, 4)));
    expect(disagreements(all)).toEqual([]);
  });

  it('for the opposite of every condition, which holds for exactly the other records', async () => {
    for (let round = 0; round < TREES / 4; round += 1) {
      const condition = parseCondition(everyField, anyCondition(everyField, random, 3));
      const today = random.pick(DAYS);
      const both = [...(await fromDatabase(condition, today)), ...(await fromDatabase({ not: condition }, today))];
      expect(both.toSorted((a, b) => Number(a) - Number(b))).toEqual(ids);
    }
  });
});
