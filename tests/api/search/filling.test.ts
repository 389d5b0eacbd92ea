import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storageDrift } from '#server/core/catalog/drift.ts';
import { openServices, type Services } from '#server/services.ts';
import { saveSearched, searchedObject, storeRecords, textField } from '#tests/support/records/search-records.ts';
import { codeOf, openTestApp, TEST_NOW, type TestApp } from '#tests/support/app/test-app.ts';

const COUNT = 250;
const SCOPE = { readable: () => true, rowsOf: () => undefined, today: '2026-11-21' };

const code = textField('code', { searchable: true });
const plain = (apiName: string) => searchedObject(apiName, [textField('alias'), code]);
const withAlias = (apiName: string) => searchedObject(apiName, [textField('alias', { naming: true }), code]);

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());

/** An object whose alias is no name yet, and its records. */
async function keepRecords(apiName: string): Promise<string[]> {
  await saveSearched(test, plain(apiName));
  const records = Array.from({ length: COUNT }, (_, index) => ({
    name: `名称${index}`,
    alias: '重庆火锅',
    code: 'XYZ',
  }));
  return storeRecords(test, apiName, records);
}

/** Another process on the same database. */
const openProcess = () => openServices(test.store.database, { objects: [], optionSets: [] }, () => TEST_NOW);

/** Saves the object with its alias as a name, in a process that dies before it brings the records in. */
async function saveAndDie(apiName: string): Promise<Services> {
  const process = await openProcess();
  await process.search.jobs.stop();
  await process.metadata.save(withAlias(apiName), process.catalog.object(apiName).version, 'staff');
  await process.catalog.refresh(apiName);
  return process;
}

const count = async ({ reader, catalog }: Services, apiName: string, keyword: string) =>
  (await reader.count(catalog.object(apiName), { keyword }, SCOPE, true)).total;

describe('when a record was first seen', () => {
  it('is a column of every list that filters and orders, and no field to write', async () => {
    const ids = await keepRecords('Seen');
    const body = {
      objectApiName: 'Seen',
      fields: ['name', 'createdAt'],
      filter: { field: 'createdAt', op: 'on', value: '2026-11-21' },
      sort: [{ field: 'updatedAt', order: 'desc' }],
      pageSize: 1,
    };
    const { data } = await test.post<{ layout: { fields: { apiName: string; label: string }[] }; list: object[] }>(
      'founder',
      '/api/metadata/data/getLayoutAndDataList',
      body,
    );
    expect(data.list).toEqual([{ id: ids.at(-1), name: `名称${COUNT - 1}`, createdAt: '2026-11-21T04:00:00.000Z' }]);
    expect(data.layout.fields.slice(-2)).toMatchObject([
      { apiName: 'createdAt', label: '收录时间' },
      { apiName: 'updatedAt', label: '更新时间' },
    ]);
    const values = { name: '甲', createdAt: '2020-01-01T00:00:00Z' };
    const write = await test.post('staff', '/api/metadata/data/Seen', { clientKey: 'writes-a-system-field', values });
    expect(write.code).toBe(codeOf('INVALID_BODY'));
  });
});

describe('the search index', () => {
  it('no longer finds by a field that is no longer searchable or has been removed', async () => {
    await keepRecords('Removed');
    expect(await count(test.services, 'Removed', 'xyz')).toBe(COUNT);
    await saveSearched(test, searchedObject('Removed', [textField('alias'), textField('code')]));
    expect(await count(test.services, 'Removed', 'xyz')).toBe(0);
    const removed = { ...code, removed: true };
    await saveSearched(test, searchedObject('Removed', [textField('alias', { naming: true }), removed]));
    expect(await count(test.services, 'Removed', 'xyz')).toBe(0);
    expect(await count(test.services, 'Removed', 'hg')).toBe(COUNT);
  });

  it('is filled again when another field names the records, and answers fully meanwhile', async () => {
    await keepRecords('Named');
    expect(await count(test.services, 'Named', 'chongqing')).toBe(0);
    // From here on only the processes below fill it.
    await test.services.search.jobs.stop();
    const dead = await saveAndDie('Named');
    expect(dead.catalog.object('Named').searchFilled).toBe(false);
    expect(await count(dead, 'Named', '火锅')).toBe(COUNT);
    const other = await openProcess();
    await other.search.jobs.fill();
    expect(await count(other, 'Named', 'chongqing')).toBe(COUNT);
    // A process that did not fill it learns of it when asked.
    expect(await count(dead, 'Named', 'cqhg')).toBe(COUNT);
    await other.search.jobs.stop();
  });

  it('goes on where a process died, beside people who write', async () => {
    const ids = await keepRecords('Resumed');
    await saveAndDie('Resumed');
    // A start brings in one slice, and dies.
    await (await openProcess()).search.jobs.stop();
    const { rows } = await sql<{ filled_to: string; done: boolean }>`
      select filled_to, done from search_state where object_api_name = 'Resumed'`.execute(test.store.database.db);
    expect(rows).toEqual([{ filled_to: ids[199], done: false }]);
    const next = await openProcess();
    const context = { actor: 'staff', roles: ['staff'], origin: 'form', now: TEST_NOW };
    await Promise.all([
      next.search.jobs.fill(),
      next.writer.update('Resumed', ids.at(-1) ?? '', 1, { alias: '北京烤鸭' }, context),
      next.writer.create('Resumed', 'a-new-one-meanwhile', { name: '新来的', alias: '重庆小面' }, context),
    ]);
    expect(next.catalog.object('Resumed').searchFilled).toBe(true);
    expect(await count(next, 'Resumed', 'chongqing')).toBe(COUNT);
    expect(await count(next, 'Resumed', 'bjky')).toBe(1);
  });

  it('comes to a database from before there was one', async () => {
    const { db } = test.store.database;
    const renamed = [
      ['createdAt', 'created_at'],
      ['updatedAt', 'updated_at'],
      ['createdBy', 'created_by'],
    ] as const;
    // It had no objects that are read from views.
    await sql`delete from meta_object where definition ->> 'kind' = 'system'`.execute(db);
    const tables = await sql<{ name: string }>`select api_name as name from meta_object`.execute(db);
    for (const { name } of tables.rows) {
      for (const [now, before] of renamed)
        await sql`alter table ${sql.table(name)} rename column ${sql.ref(now)} to ${sql.ref(before)}`.execute(db);
    }
    await sql`drop table record_search, search_state`.execute(db);
    await sql`delete from migration where name = '0003-search'`.execute(db);
    const later = await openProcess();
    expect(await storageDrift(db)).toEqual([]);
    expect(await count(later, 'Seen', '名称24')).toBe(11);
    await later.search.jobs.fill();
    expect(await count(later, 'Seen', 'mingcheng24')).toBe(11);
  });
});
