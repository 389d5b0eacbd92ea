import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RecordReply } from '#schemas/api/records.ts';
import { openTestApp, TEST_NOW, type TestApp } from '#tests/support/app/test-app.ts';
import { made } from '#tests/support/editing.ts';
import { Merges } from '#tests/support/merging/merge-world.ts';

const DATA = '/api/metadata/data';
const OBJECT = 'InsightCompany';

let test: TestApp;
let merges: Merges;
let accounts: Readonly<Record<string, string>>;
let keys = 0;
beforeAll(async () => {
  test = await openTestApp();
  merges = new Merges(test);
  const rows = await test.services.database.db.selectFrom('account').select(['id', 'username']).execute();
  accounts = Object.fromEntries(rows.map(({ id, username }) => [username, id]));
});
afterAll(() => test.close());

async function company(values: object): Promise<string> {
  keys += 1;
  return made(await test.post<RecordReply>('staff', `${DATA}/${OBJECT}`, { clientKey: `merged-${keys}`, values }))
    .record.id;
}
const read = async (id: string) => made(await test.get<RecordReply>('staff', `${DATA}/${OBJECT}/${id}`)).record;
const account = (username: string): string => accounts[username] ?? '';

/** All that the platform keeps by two companies, in an order that stays. */
async function kept(one: string, other: string) {
  const { db } = test.services.database;
  const both = [one, other];
  const { rows } = await sql<{ what: string }>`
    select 'party ' || record_id || ' ' || account_id as what from record_party where record_id = any(${both}::bigint[])
    union all select 'key ' || source || ' ' || key || ' ' || record_id from record_key where record_id = any(${both}::bigint[])
    union all select 'plan ' || company_id || ' ' || restricted from company_plan where company_id = any(${both}::bigint[])
    union all select 'request ' || company_id || ' ' || account_id || ' ' || state from plan_request
      where company_id = any(${both}::bigint[])
    union all select 'interest ' || array_to_string(ccids, ',') from project_interest where ccids && ${both}::bigint[]
    order by 1`.execute(db);
  return rows.map(({ what }) => what);
}

async function fill(one: string, other: string): Promise<void> {
  const { db } = test.services.database;
  const at = TEST_NOW.toISOString();
  const party = (recordId: string, username: string) => ({
    object_api_name: OBJECT,
    record_id: recordId,
    account_id: account(username),
    linked_at: at,
  });
  await db
    .insertInto('record_party')
    .values([party(one, 'founder'), party(other, 'founder'), party(other, 'investor')])
    .execute();
  const key = (source: string, recordId: string) => ({
    object_api_name: OBJECT,
    source,
    key: '9',
    record_id: recordId,
  });
  await db
    .insertInto('record_key')
    .values([key('甲', one), key('乙', other)])
    .execute();
  const plan = (companyId: string, restricted: boolean) => ({ company_id: companyId, restricted, updated_at: at });
  await db
    .insertInto('company_plan')
    .values([plan(one, true), plan(other, false)])
    .execute();
  const request = (companyId: string, state: 'pending' | 'refused') => ({
    company_id: companyId,
    account_id: account('investor'),
    message: '想了解项目',
    state,
    created_at: at,
  });
  await db
    .insertInto('plan_request')
    .values([request(one, 'pending'), request(other, 'pending'), request(other, 'refused')])
    .execute();
  const seen = (id: string, viewer: string, ccids: string[]) => ({
    id,
    founder_id: account('founder'),
    investor_id: account(viewer),
    ccids,
    first_at: at,
    last_at: at,
  });
  await db
    .insertInto('project_interest')
    .values([seen('71', 'investor', [other]), seen('72', 'svip', [other, one])])
    .execute();
}

describe('What the platform keeps by a record', () => {
  it('follows it into the record it is merged into, once, and comes back with an undo', async () => {
    const [one, other] = [await company({ name: '平台一' }), await company({ name: '平台二' })];
    await fill(one, other);
    const before = await kept(one, other);
    const preview = made(await merges.ask(OBJECT, one, other));
    expect(preview.references).toContainEqual({ label: '平台数据', field: '联系人', count: 2 });
    const id = await merges.done(OBJECT, one, other);
    expect(await kept(one, other)).toEqual(
      [
        `party ${one} ${account('founder')}`,
        `party ${one} ${account('investor')}`,
        `key 甲 9 ${one}`,
        `key 乙 9 ${one}`,
        `plan ${one} true`,
        `request ${one} ${account('investor')} pending`,
        `request ${one} ${account('investor')} refused`,
        `interest ${one}`,
        `interest ${one}`,
      ].toSorted((a, b) => (a < b ? -1 : 1)),
    );
    made(await merges.undo(id));
    await merges.ended(id);
    const arranged = (rows: string[]) => rows.map((row) => row.replace(/\d+,\d+$/, 'both')).toSorted();
    expect(arranged(await kept(one, other))).toEqual(arranged(before));
  });

  it('lets the next import of either source find the record', async () => {
    const [one, other] = [await company({ name: '来源一' }), await company({ name: '来源二' })];
    const { writer, database, now } = test.services;
    const context = { actor: account('staff'), roles: ['staff'], origin: 'import:丙', now: now() };
    await database.db
      .insertInto('record_key')
      .values({ object_api_name: OBJECT, source: '丙', key: '1', record_id: other })
      .execute();
    await merges.done(OBJECT, one, other);
    const values = { brief: '第二个来源的介绍' };
    expect(await writer.writeMany(OBJECT, '丙', [{ key: '1', values }], context)).toEqual([
      { status: 'updated', id: one },
    ]);
    expect((await read(one))['brief']).toBe('第二个来源的介绍');
  });

  it('does not stop the values: lists are united, gaps filled, later verified wins, names become aliases', async () => {
    const one = await company({ name: '默认', keywords: ['甲', '乙'], verifiedOn: '2026-01-01', brief: '旧介绍' });
    const other = await company({
      name: '默认科技',
      legalName: '默认科技有限公司',
      keywords: ['乙', '丙'],
      verifiedOn: '2026-06-01',
      cityText: '杭州',
    });
    await merges.done(OBJECT, one, other, { choices: { name: 'survivor' } });
    const merged = await read(one);
    expect(merged).toMatchObject({
      name: '默认',
      legalName: '默认科技有限公司',
      keywords: ['甲', '乙', '丙'],
      cityText: '杭州',
      brief: '旧介绍',
      verifiedOn: '2026-06-01',
    });
    expect(merged['aliases']).toEqual(['默认科技']);
  });

  it('is merged as the rules of the object allow: what they refuse is said before and at the merge', async () => {
    const one = await company({ name: '规则一', foundedOn: '2015' });
    const other = await company({ name: '规则二' });
    const object = structuredClone(test.services.catalog.object(OBJECT).saved);
    made(
      await test.post('staff', '/api/metadata/object/save', {
        baseVersion: object.version,
        definition: {
          ...object,
          rules: [
            ...object.rules,
            {
              id: 'mergeTest',
              kind: 'assert',
              target: 'name',
              when: "self.name == '规则二'",
              rule: 'false',
              message: '此名称不可用',
            },
          ],
        },
      }),
    );
    const choices = { name: 'loser' };
    expect(made(await merges.ask(OBJECT, one, other, choices)).problems).toContainEqual({
      field: 'name',
      message: '此名称不可用',
    });
    expect(await merges.run(OBJECT, one, other, { choices })).toMatchObject({ status: 422 });
    expect((await read(other))['name']).toBe('规则二');
  });
});
