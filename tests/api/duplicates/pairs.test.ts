import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RecordReply } from '#schemas/api/records.ts';
import { openServices } from '#server/services.ts';
import { made } from '#tests/support/editing.ts';
import { staffRequests } from '#tests/support/staff/staff-requests.ts';
import { codeOf, openTestApp, TEST_NOW, type TestApp } from '#tests/support/app/test-app.ts';

let test: TestApp;
let staff: ReturnType<typeof staffRequests>;
let keys = 0;
let now = TEST_NOW;
beforeAll(async () => {
  test = await openTestApp(undefined, { now: () => now });
  staff = staffRequests(test);
});
afterAll(() => test.close());

async function company(values: object): Promise<string> {
  const body = { clientKey: `company-${(keys += 1)}`, values };
  return made(await test.post<RecordReply>('staff', '/api/metadata/data/InsightCompany', body)).record.id;
}
async function update(id: string, version: number, values: object): Promise<void> {
  made(await test.post('staff', `/api/metadata/data/InsightCompany/${id}`, { version, values }));
}
/** What a pass over all records finds, as staff read it. */
async function pass(): Promise<void> {
  now = new Date(now.getTime() + 1000);
  await test.services.duplicates.beginPasses();
  await test.services.duplicates.jobs.fill();
}
const pairs = () =>
  staff.rows('Duplicate', {
    fields: ['name', 'grade', 'state', 'reasons', 'lowId', 'highId', 'note'],
    sort: [{ field: 'foundAt', order: 'asc' }],
  });
const decide = (id: string, what: 'refuse' | 'reopen', note = '不同的主体') =>
  test.post('staff', `/api/staff/duplicates/${id}/${what}`, { note });

describe('A pass over all records', () => {
  it('lists each pair once, however often it runs, and no pair that is none any more', async () => {
    const one = await company({ name: '星河', legalName: '北京星河云图科技有限公司' });
    const other = await company({ name: '星河云图', legalName: '星河云图科技（北京）股份有限公司' });
    await company({ name: '无关', legalName: '上海无关贸易有限公司' });
    await pass();
    await pass();
    const list = await pairs();
    expect(list).toMatchObject([{ name: '星河 与 星河云图', grade: '3', state: 'open', lowId: one, highId: other }]);
    expect(list[0]?.['reasons']).toEqual(['base', 'core', 'region']);
    await update(other, 1, { legalName: '广州另一家科技有限公司' });
    await pass();
    expect(await pairs()).toEqual([]);
    await update(other, 2, { legalName: '北京星河云图科技有限公司' });
    await pass();
    expect(await pairs()).toHaveLength(1);
  });

  it('never asks again about a pair that staff refused, nor shows one to who types', async () => {
    const [{ id, lowId, highId } = { id: '', lowId: '', highId: '' }] = await pairs();
    made(await decide(id, 'refuse'));
    await pass();
    expect(await pairs()).toMatchObject([{ id, state: 'refused', note: '不同的主体' }]);
    const body = { values: { legalName: '北京星河云图科技有限公司' }, id: highId };
    const path = '/api/metadata/data/InsightCompany/duplicates';
    expect(made(await test.post<{ list: object[] }>('staff', path, body)).list).toEqual([]);
    expect(made(await test.post<{ list: object[] }>('staff', path, { values: body.values })).list).toHaveLength(2);
    expect((await decide(id, 'refuse')).code).toBe(codeOf('CONFLICT'));
    made(await decide(id, 'reopen', '判断有误'));
    expect(await pairs()).toMatchObject([{ state: 'open', lowId }]);
    const actions = (await staff.log()).list.map(({ action }) => action);
    expect(actions).toEqual(expect.arrayContaining(['duplicate.refused', 'duplicate.reopened']));
  });

  it('goes on where a process died', async () => {
    const name = (index: number) => `第${index}号测试公司`;
    for (let index = 0; index < 250; index += 1)
      await company({ name: name(index), website: `https://w${index >> 1}.example.org` });
    now = new Date(now.getTime() + 1000);
    await test.services.duplicates.jobs.stop();
    await test.services.duplicates.beginPasses();
    const shipped = { objects: [], optionSets: [] };
    // A start does one slice of the pass, and dies.
    await (await openServices(test.store.database, shipped, () => now)).duplicates.jobs.stop();
    const found = async () => (await staff.rows('Duplicate', { pageSize: 1, keyword: '测试公司' })).length;
    const db = test.store.database.db;
    const state = () =>
      db
        .selectFrom('match_state')
        .selectAll()
        .where('object_api_name', '=', 'InsightCompany')
        .executeTakeFirstOrThrow();
    expect((await state()).pass_began_at).not.toBeNull();
    const next = await openServices(test.store.database, shipped, () => now);
    await next.duplicates.jobs.fill();
    await next.duplicates.jobs.stop();
    expect(await state()).toMatchObject({ pass_began_at: null });
    expect(await found()).toBe(1);
    const all = await db.selectFrom('duplicate_pair').select('id').where('low_name', 'like', '第%').execute();
    expect(all).toHaveLength(125);
  });
});
