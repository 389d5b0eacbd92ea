import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { RecordValues } from '#schemas/metadata/value.ts';
import type { ReadableObject } from '#server/core/lists/readable-object.ts';
import { ReadQueries } from '#server/db/read-queries.ts';
import { RecordReader } from '#server/core/lists/record-reader.ts';
import { RelatedReader } from '#server/core/related/reader.ts';
import { onPostgres, type TestDatabase } from '#tests/support/databases/database.ts';
import { openMigratedDatabase } from '#tests/support/databases/kept-databases.ts';
import { createTable, insertRecords } from '#tests/support/metadata/every-field.ts';
import { everything, readable } from '#tests/support/records/readable-sample.ts';
import { sampleObject } from '#tests/support/metadata/sample-object.ts';

const plainFund = sampleObject([{ apiName: 'name', type: 'text', label: '名称' }]);
const fundLayouts = {
  ...plainFund.layouts,
  detail: {
    sections: [],
    related: [
      {
        label: '交易',
        objectApiName: 'Deal',
        fields: ['lead', 'followers'],
        columns: ['title'],
        sort: [{ field: 'title', order: 'asc' as const }],
      },
    ],
  },
};
const fund: ObjectDefinition = { ...plainFund, apiName: 'Fund', layouts: fundLayouts };
const deal: ObjectDefinition = {
  ...sampleObject([
    { apiName: 'title', type: 'text', label: '标题', config: { searchable: true } },
    { apiName: 'lead', type: 'reference', label: '领投', targetApiName: 'Fund' },
    { apiName: 'followers', type: 'multiReference', label: '跟投', targetApiName: 'Fund' },
    { apiName: 'names', type: 'textList', label: '名单', config: { searchable: true } },
    { apiName: 'note', type: 'longText', label: '备注' },
  ]),
  apiName: 'Deal',
};

const FUNDS: RecordValues[] = [{ name: '启明' }, { name: '红杉' }, {}, { name: '红杉中国' }];
const DEALS: RecordValues[] = [
  { title: 'A轮', lead: { id: '1' }, followers: [{ id: '2' }, { id: '1' }] },
  { title: 'B轮 50%', lead: { id: '2' }, names: ['Québec_1', 'x'] },
  { title: 'C轮', followers: [{ id: '3' }, { id: '99' }], note: 'secret 50%' },
];

let store: TestDatabase;
let reader: RecordReader;
const objects = new Map<string, ReadableObject>([fund, deal].map((object) => [object.apiName, readable(object)]));
const [funds, deals] = [readable(fund), readable(deal)];

beforeAll(async () => {
  store = await openMigratedDatabase();
  for (const object of [fund, deal]) await createTable(store.database, object);
  await insertRecords(store.database, fund, FUNDS);
  await insertRecords(store.database, deal, DEALS);
  reader = new RecordReader(store.database, { find: (apiName) => objects.get(apiName) });
});
afterAll(() => store.drop());

const titlesOf = (list: readonly unknown[]) => list.map((row) => (row as { title: string }).title);
const titles = async (query: object) =>
  titlesOf(
    (await reader.list(deals, { fields: ['title'], sort: [{ field: 'title', order: 'asc' }], ...query }, everything))
      .list,
  );

/** Connections that give up on any statement after so many milliseconds. */
function hurriedPool(milliseconds: number): pg.Pool {
  const pool = new pg.Pool({ connectionString: store.address.url, statement_timeout: milliseconds });
  // The database is dropped while the last of them is still saying goodbye.
  return pool.on('error', () => undefined).on('connect', (client) => client.on('error', () => undefined));
}

/** Does a statement wait for a lock that is not the first of its transaction? */
async function secondAttemptWaits(): Promise<boolean> {
  const { rows } = await sql`
    select from pg_stat_activity
    where wait_event_type = 'Lock' and datname = current_database() and xact_start < query_start`.execute(
    store.database.db,
  );
  return rows.length > 0;
}

describe('links', () => {
  it('come with the names of their records; one that is gone or has no name keeps its id', async () => {
    const { list } = await reader.list(deals, { fields: ['lead', 'followers'] }, everything);
    expect(list).toEqual([
      { id: '3', followers: [{ id: '3' }, { id: '99' }] },
      { id: '2', lead: { id: '2', name: '红杉' } },
      {
        id: '1',
        lead: { id: '1', name: '启明' },
        followers: [
          { id: '2', name: '红杉' },
          { id: '1', name: '启明' },
        ],
      },
    ]);
  });

  it('of one record come with names too', async () => {
    const found = await reader.read(deals, '1', everything);
    expect(found?.record).toMatchObject({ id: '1', version: 1, title: 'A轮', lead: { id: '1', name: '启明' } });
    expect(await reader.read(deals, '77', everything)).toBeUndefined();
  });

  it('lead to the records that hold them, by any of the fields named', async () => {
    const lists = new RelatedReader(store.database, { find: (apiName) => objects.get(apiName) }, reader);
    const home = { object: funds, scope: everything };
    const open = () => ({ object: deals, scope: everything, owner: undefined });
    const related = (id: string, place = 0) => lists.page(home, { id, related: place }, open);
    expect(titlesOf((await related('1')).list)).toEqual(['A轮']);
    expect(titlesOf((await related('2')).list)).toEqual(['A轮', 'B轮 50%']);
    expect(await related('4')).toEqual({ list: [], total: 0, totalIsExact: true, after: null, relations: {} });
    await expect(related('1', 9)).rejects.toMatchObject({ failure: 'INVALID_QUERY' });
  });
});

describe('a keyword', () => {
  it.each([
    ['looks into texts', 'b轮', ['B轮 50%']],
    ['and into the entries of lists', 'x', ['B轮 50%']],
    ['whatever the case of a to z', 'QUébEC', ['B轮 50%']],
    ['takes % as it is', '50%', ['B轮 50%']],
    ['takes _ as it is', 'c_1', ['B轮 50%']],
    ['does not look into fields that are not searchable', 'secret', []],
    ['is nothing when blank', '  ', ['A轮', 'B轮 50%', 'C轮']],
  ])('%s', async (_, keyword, expected) => {
    expect(await titles({ keyword })).toEqual(expected);
  });

  it('finds nothing where the searchable fields are closed to the person', async () => {
    const scope = { ...everything, readable: ({ apiName }: { apiName: string }) => apiName === 'note' };
    expect((await reader.list(deals, { keyword: 'Québec' }, scope)).list).toEqual([]);
  });

  it('finds records by their names wherever their list is open', async () => {
    const scope = { ...everything, readable: ({ apiName }: { apiName: string }) => apiName === 'note' };
    expect((await reader.list(deals, { keyword: 'B轮' }, scope)).list).toEqual([{ id: '2' }]);
  });
});

describe('names', () => {
  it('are searched by any part of them, the very name first, then the newest', async () => {
    expect(await reader.searchNames(funds, { text: '红杉', limit: 99, scope: everything })).toMatchObject([
      { id: '2', name: '红杉' },
      { id: '4', name: '红杉中国' },
    ]);
    expect(await reader.searchNames(funds, { text: '', limit: 2, scope: everything })).toMatchObject([
      { id: '4', name: '红杉中国' },
      { id: '2', name: '红杉' },
    ]);
    expect(await reader.searchNames(funds, { text: '%', limit: 99, scope: everything })).toEqual([]);
  });

  it('are read by id', async () => {
    expect(await reader.names(funds, ['1', '2', '2', '3', '88'], everything)).toEqual(
      new Map([
        ['1', '启明'],
        ['2', '红杉'],
      ]),
    );
  });
});

describe('a count', () => {
  it('is exact while it is small', async () => {
    expect(await reader.count(deals, { keyword: '轮' }, everything)).toEqual({ total: 3, totalIsExact: true });
    expect(await reader.count(deals, { filter: { field: 'lead', op: 'in', value: ['1'] } }, everything, true)).toEqual({
      total: 1,
      totalIsExact: true,
    });
  });

  it('stops at a thousand unless all are asked for', async () => {
    await store.database.pool.query(`insert into "Fund" (name) select 'n' || i from generate_series(1, 1500) i`);
    expect(await reader.count(funds, {}, everything)).toEqual({ total: 1000, totalIsExact: false });
    expect(await reader.count(funds, {}, everything, true)).toEqual({ total: 1504, totalIsExact: true });
  });
});

describe('a page', () => {
  it('goes on behind a record whose sort value is too long for a cursor', async () => {
    const long = (letter: string) => ({ name: letter.repeat(3000) });
    await insertRecords(store.database, { ...fund, apiName: 'Fund' }, [long('长'), long('长'), long('z')]);
    const query = {
      filter: { field: 'name', op: 'startsWith', value: '长' },
      sort: [{ field: 'name', order: 'asc' as const }],
      pageSize: 1,
    };
    const first = await reader.list(funds, query, everything);
    expect(first.after?.length).toBeLessThan(4000);
    const second = await reader.list(funds, { ...query, after: first.after ?? '' }, everything);
    expect(Number(second.list[0]?.id)).toBe(Number(first.list[0]?.id) + 1);
    expect(second.after).toBeNull();
    await store.database.pool.query('delete from "Fund" where id = $1', [first.list[0]?.id]);
    await expect(reader.list(funds, { ...query, after: first.after ?? '' }, everything)).rejects.toMatchObject({
      failure: 'INVALID_QUERY',
      problems: [{ field: 'after' }],
    });
  });

  it.runIf(onPostgres)('that PostgreSQL does not find soon is found another way', async () => {
    const reads = hurriedPool(500);
    const hurried = new RecordReader(
      { kind: 'postgres', reads, vault: store.database.vault },
      { find: () => undefined },
    );
    const slow = { filter: { field: 'name', op: 'contains', value: '启明' }, fields: ['name'] };
    // A locked table lets no statement read it: the first attempt runs into its limit, on any machine.
    const answer = await store.database.db.transaction().execute(async (trx) => {
      await sql`lock table "Fund" in access exclusive mode`.execute(trx);
      const asked = hurried.list(funds, slow, everything);
      await expect.poll(secondAttemptWaits).toBe(true);
      return { asked };
    });
    expect((await answer.asked).total).toBe(1);
    await reads.end();
  });

  it.runIf(onPostgres)('that takes too long in any way is given up with words', async () => {
    const reads = hurriedPool(1);
    const queries = new ReadQueries(reads, true, 1);
    await expect(queries.run({ text: 'select pg_sleep(60)', values: [] })).rejects.toMatchObject({
      failure: 'UNAVAILABLE',
      message: '查询耗时过长，请缩小筛选范围',
    });
    expect(await queries.runWithin({ text: 'select pg_sleep(60)', values: [] }, 1)).toBeUndefined();
    await reads.end();
  });
});
