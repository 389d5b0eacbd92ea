import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Condition } from '#schemas/metadata/condition.ts';
import type { Sort } from '#schemas/metadata/sort.ts';
import { fieldType } from '#generators/field-types/registry.ts';
import { compilePredicate } from '#shared/conditions/predicate.ts';
import { RecordReader } from '#server/core/lists/record-reader.ts';
import { openTestDatabase, type TestDatabase } from '#tests/support/databases/database.ts';
import {
  anyCondition,
  createTable,
  everyField,
  insertRecords,
  storedRecord,
} from '#tests/support/metadata/every-field.ts';
import { type Prng, prng } from '#tests/support/prng.ts';
import { everything, readable } from '#tests/support/records/readable-sample.ts';
import { type Kept, recordOrder } from '#tests/support/records/record-order.ts';

const object = readable(everyField);
const SORTABLE = everyField.fields.filter((field) => fieldType(field).sortColumn(field) !== null);
const ROUNDS = 150;

let store: TestDatabase;
let reader: RecordReader;
let kept: Kept[] = [];

async function add(random: Prng, count: number): Promise<Kept[]> {
  const records = Array.from({ length: count }, () => storedRecord(everyField, random));
  const ids = await insertRecords(store.database, everyField, records);
  const added = records.map((values, index) => ({ id: ids[index] ?? '', values }));
  kept = [...kept, ...added];
  return added;
}

beforeAll(async () => {
  store = await openTestDatabase();
  await createTable(store.database, everyField);
  reader = new RecordReader(store.database, { find: () => undefined });
  await add(prng(11), 240);
});
afterAll(() => store.drop());

function anySort(random: Prng): Sort[] {
  return Array.from({ length: random.int(0, 3) }, () => ({
    field: random.pick(SORTABLE).apiName,
    order: random.chance(0.5) ? ('asc' as const) : ('desc' as const),
  }));
}

interface Query {
  readonly filter?: Condition;
  readonly sort: Sort[];
  readonly pageSize: number;
}

/** Follows the cursor to the end; `between` runs after each page. */
async function walk(query: Query, between: () => Promise<unknown> = async () => undefined): Promise<string[]> {
  const ids: string[] = [];
  for (let after: string | null | undefined; after !== null;) {
    const page = await reader.list(object, { ...query, ...(after !== undefined && { after }), fields: [] }, everything);
    expect(page.list.length).toBeLessThanOrEqual(query.pageSize);
    ids.push(...page.list.map((row) => row.id));
    after = page.after;
    // What is known of the total says whether there is more, and how much there is in the end.
    expect(page).toMatchObject({ totalIsExact: after === null, total: ids.length + (after === null ? 0 : 1) });
    if (after !== null) await between();
  }
  return ids;
}

function expected({ filter, sort }: Query): string[] {
  const holds = filter ? compilePredicate(everyField, filter, everything) : () => true;
  return kept
    .filter(({ values }) => holds(values))
    .toSorted(recordOrder(everyField.fields, sort))
    .map(({ id }) => id);
}

function anyQuery(random: Prng): Query {
  const filtered = random.chance(0.6) ? { filter: anyCondition(everyField, random, 3) } : {};
  return { ...filtered, sort: anySort(random), pageSize: random.pick([3, 7, 20, 100]) };
}

describe('paging through a list', () => {
  it('returns every matching record exactly once, in the order asked for', async () => {
    const random = prng(23);
    for (let round = 0; round < ROUNDS; round += 1) {
      const query = anyQuery(random);
      expect({ query, ids: await walk(query) }).toEqual({ query, ids: expected(query) });
    }
  });

  it('orders by every sortable field in both directions, three records a page', async () => {
    for (const field of SORTABLE) {
      for (const order of ['asc', 'desc'] as const) {
        const sort = [{ field: field.apiName, order }];
        const filter: Condition = { field: 'integerField', op: 'gte', value: 7 };
        const query = { sort, filter, pageSize: 3 };
        expect({ query, ids: await walk(query) }).toEqual({ query, ids: expected(query) });
      }
    }
  });

  it('by page number gives the same pages as the cursor', async () => {
    const random = prng(31);
    for (let round = 0; round < 40; round += 1) {
      const query = { ...anyQuery(random), pageSize: random.pick([7, 20, 100]) };
      const ids = expected(query);
      const page = random.int(1, Math.ceil(ids.length / query.pageSize) + 2);
      const answer = await reader.list(object, { ...query, page, fields: [] }, everything);
      const from = (page - 1) * query.pageSize;
      const end = from + query.pageSize >= ids.length;
      expect({ query, page, found: answer.list.map((row) => row.id) }).toEqual({
        query,
        page,
        found: ids.slice(from, from + query.pageSize),
      });
      const total = end ? ids.length : from + query.pageSize + 1;
      expect(answer).toMatchObject({ totalIsExact: end, total });
    }
  });

  it('skips and repeats none of the records that were there when others are added meanwhile', async () => {
    const random = prng(41);
    for (let round = 0; round < 12; round += 1) {
      const query = { ...anyQuery(random), pageSize: 20 };
      const before = new Set(expected(query));
      const ids = await walk(query, () => add(random, 2));
      expect(new Set(ids).size).toBe(ids.length);
      expect({ query, ids: ids.filter((id) => before.has(id)) }).toEqual({
        query,
        ids: expected(query).filter((id) => before.has(id)),
      });
    }
  });
});
