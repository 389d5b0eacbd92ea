import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RecordReader } from '#server/core/lists/record-reader.ts';
import type { TestDatabase } from '#tests/support/databases/database.ts';
import { openMigratedDatabase } from '#tests/support/databases/kept-databases.ts';
import { createTable, insertRecords } from '#tests/support/metadata/every-field.ts';
import { sampleObject } from '#tests/support/metadata/sample-object.ts';
import { everything, readable } from '#tests/support/records/readable-sample.ts';

const definition = {
  ...sampleObject([
    { apiName: 'name', type: 'text', label: '名称' },
    { apiName: 'partner', type: 'reference', label: '伙伴', targetApiName: 'Club' },
  ]),
  apiName: 'Club',
};
const club = readable(definition);
const RECORDS = 11;
const BEYOND_BIGINT = '9223372036854775808';

let store: TestDatabase;
let reader: RecordReader;
/** Texts of the statements that the reader ran. */
const asked: string[] = [];

beforeAll(async () => {
  store = await openMigratedDatabase();
  await createTable(store.database, definition);
  const values = Array.from({ length: RECORDS }, (_, at) => ({ name: `社团 ${at + 1}`, partner: { id: '1' } }));
  await insertRecords(store.database, definition, values);
  const { reads } = store.database;
  const watched = new Proxy(reads, {
    get: (pool, name) =>
      name === 'query'
        ? (config: { text: string }) => {
            asked.push(config.text);
            return pool.query(config as never);
          }
        : (Reflect.get(pool, name) as unknown),
  });
  reader = new RecordReader({ ...store.database, reads: watched }, { find: () => club });
});
afterAll(() => store.drop());

const nameOf = async (id: string, scope = everything) => (await reader.read(club, id, scope))?.record['name'];

describe('records that are read at the same moment', () => {
  it('come by few statements, each to who asked for it', async () => {
    const ids = Array.from({ length: RECORDS }, (_, at) => String(RECORDS - at));
    asked.length = 0;
    expect(await Promise.all(ids.map((id) => nameOf(id)))).toEqual(ids.map((id) => `社团 ${id}`));
    expect(asked).toHaveLength(3);
  });

  it('may be the same one, or none', async () => {
    const found = await Promise.all(['2', '2', '999', '3'].map((id) => nameOf(id)));
    expect(found).toEqual(['社团 2', '社团 2', undefined, '社团 3']);
  });

  it('show each reader only what that one may read', async () => {
    const nothing = { ...everything, readable: () => false };
    expect(await Promise.all([nameOf('4'), nameOf('4', nothing), nameOf('5')])).toEqual([
      '社团 4',
      undefined,
      '社团 5',
    ]);
  });

  it('fail alone: an id that no record can have leaves the others readable', async () => {
    const [good, bad, other] = await Promise.allSettled([nameOf('6'), nameOf(BEYOND_BIGINT), nameOf('7')]);
    expect(good).toEqual({ status: 'fulfilled', value: '社团 6' });
    expect(bad).toMatchObject({ status: 'rejected', reason: { failure: 'INVALID_QUERY' } });
    expect(other).toEqual({ status: 'fulfilled', value: '社团 7' });
  });

  it('bring the companies of each account, and never those of another', async () => {
    const { db } = store.database;
    await sql`insert into account (id, username, name, created_at) overriding system value
      select id, 'user' || id, 'user', now() from generate_series(801, 803) id`.execute(db);
    await sql`insert into company_member (company_id, account_id, position, since)
      select id, id, '创始人', now() from generate_series(801, 802) id`.execute(db);
    const companiesOf = async (account: string) => (await reader.read(club, '1', everything, account))?.companies;
    const found = await Promise.all(['801', '802', '803'].map(companiesOf));
    expect(found).toEqual([['801'], ['802'], []]);
  });
});
