import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RecordReader } from '#server/core/lists/record-reader.ts';
import { openTestDatabase, type TestDatabase } from '#tests/support/databases/database.ts';
import { createTable, everyField, insertRecords } from '#tests/support/metadata/every-field.ts';
import { exportedRows } from '#tests/support/files/export-bytes.ts';
import { everything, readable } from '#tests/support/records/readable-sample.ts';

const object = readable(everyField);
const RECORDS = 10_050;
const FAR_PAGE = 5000;

let store: TestDatabase;
let reader: RecordReader;
let ids: readonly string[] = [];

beforeAll(async () => {
  store = await openTestDatabase();
  await createTable(store.database, everyField);
  // Ties of ten, and some with nothing, so that both the id and the second branch of an order are walked through.
  ids = await insertRecords(
    store.database,
    everyField,
    Array.from({ length: RECORDS }, (_, index) =>
      index % 50 === 0 ? {} : { integerField: index % 1000, textField: `t${index}` },
    ),
  );
  reader = new RecordReader(store.database, { find: () => undefined });
});
afterAll(() => store.drop());

const page = (query: object) => reader.list(object, { fields: ['textField'], ...query }, everything);

/** Ids of a whole list, by its cursor. */
async function walk(query: object): Promise<string[]> {
  const found: string[] = [];
  for (let after: string | null | undefined; after !== null;) {
    const answer = await page({ ...query, pageSize: 100, ...(after !== undefined && { after }) });
    found.push(...answer.list.map(({ id }) => id));
    after = answer.after;
  }
  return found;
}

describe('a page far down a list', () => {
  it.each([
    ['in the order of the list', {}],
    ['up an indexed field', { sort: [{ field: 'integerField', order: 'asc' }] }],
    ['down an indexed field', { sort: [{ field: 'integerField', order: 'desc' }] }],
    [
      'with a filter and two keys',
      {
        filter: { field: 'integerField', op: 'gte', value: 1 },
        sort: [
          { field: 'wholeDate', order: 'asc' },
          { field: 'integerField', order: 'asc' },
        ],
      },
    ],
  ])('holds what walking there by cursor finds, %s', async (_, query) => {
    const all = await walk(query);
    for (const number of [FAR_PAGE - 100, Math.ceil(all.length / 2), Math.ceil(all.length / 2) + 1]) {
      const answer = await page({ ...query, page: number, pageSize: 2 });
      const from = (number - 1) * 2;
      expect({ number, ids: answer.list.map(({ id }) => id) }).toEqual({ number, ids: all.slice(from, from + 2) });
    }
  });

  it('goes on by its cursor from there', async () => {
    const all = await walk({});
    const { after } = await page({ page: FAR_PAGE, pageSize: 2 });
    const next = await page({ after: after ?? '', pageSize: 2 });
    expect(next.list.map(({ id }) => id)).toEqual(all.slice(FAR_PAGE * 2, FAR_PAGE * 2 + 2));
  });

  it('behind the end is empty and says how many there are', async () => {
    expect(await page({ page: 1_000_000, pageSize: 1 })).toMatchObject({
      list: [],
      total: RECORDS,
      totalIsExact: true,
      after: null,
    });
  });
});

describe('an export of more records than are walked through at once', () => {
  it.each([
    ['in the order of the list', []],
    ['up a field that not all have', [{ field: 'integerField', order: 'asc' as const }]],
  ])('has every one of them once, %s', async (_, sort) => {
    const { rows } = await exportedRows(store.database, object, 'csv', { fields: ['textField', 'integerField'], sort });
    const places = new Map(ids.map((id, index) => [id, index % 50 === 0 ? '' : `t${index}`]));
    expect(rows.map(([name]) => name)).toEqual((await walk({ sort })).map((id) => places.get(id)));
  });
});

describe('a list of named records', () => {
  it('has those that are there and match, in the order of the list', async () => {
    const [first = '', second = '', third = ''] = ids;
    const wanted = [third, first, second, '999999999'];
    expect((await page({ ids: wanted })).list.map(({ id }) => id)).toEqual([third, second, first]);
    const filter = { field: 'textField', op: 'eq', value: 't1' };
    expect((await page({ ids: wanted, filter })).list.map(({ id }) => id)).toEqual([second]);
    expect(await page({ ids: [] })).toMatchObject({ list: [], total: 0, totalIsExact: true });
  });

  it('has cursors of its own', async () => {
    const { after } = await page({ ids: ids.slice(0, 10), pageSize: 5 });
    await expect(page({ pageSize: 5, after: after ?? '' })).rejects.toThrow('游标');
    expect((await page({ ids: ids.slice(0, 10), pageSize: 5, after: after ?? '' })).list).toHaveLength(5);
  });
});
