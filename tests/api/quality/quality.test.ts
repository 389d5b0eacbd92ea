import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { QualityReply } from '#schemas/api/quality.ts';
import type { RecordReply, RecordRow } from '#schemas/api/records.ts';
import { decodeListState } from '#shared/lists/list-address.ts';
import { DAY_MS } from '#shared/time/durations.ts';
import { openServices } from '#server/services.ts';
import { made, saveDefinition, savedDefinition } from '#tests/support/editing.ts';
import { staffRequests } from '#tests/support/staff/staff-requests.ts';
import { codeOf, openTestApp, TEST_NOW, type TestApp, type Who } from '#tests/support/app/test-app.ts';

const COMPANY = 'InsightCompany';
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
  return made(await test.post<RecordReply>('staff', `/api/metadata/data/${COMPANY}`, body)).record.id;
}
const read = async () => made(await test.get<QualityReply>('staff', '/api/staff/quality'));
const tile = async (id: string) => (await read()).tiles.find((one) => one.id === id);
const companies = async () => (await read()).objects.find(({ apiName }) => apiName === COMPANY);
const check = (who: Who = 'staff') => test.post(who, '/api/staff/quality/check', {});
/** The records of the list that an address opens. */
async function listed(link: string): Promise<string[]> {
  const { state } = decodeListState(link.slice(link.indexOf('?')));
  const body = { objectApiName: COMPANY, filter: state.filter, fields: ['name'] };
  const path = '/api/metadata/data/getLayoutAndDataList';
  return made(await test.post<{ list: RecordRow[] }>('staff', path, body)).list.map((row) => String(row['name']));
}
const breaches = () => staff.rows('RuleBreach', { fields: ['name', 'fields', 'problems', 'recordId'] });

describe('The quality of the records', () => {
  it('is unknown and never good before it was looked at, and for staff alone', async () => {
    const states = Object.fromEntries((await read()).tiles.map(({ id, state, figure }) => [id, { state, figure }]));
    const unknown = { state: 'unknown', figure: null };
    expect(states).toMatchObject({ completeness: unknown, freshness: unknown, duplicates: unknown, breaches: unknown });
    expect((await test.get('svip', '/api/staff/quality')).code).toBe(codeOf('FORBIDDEN'));
    expect((await check('member')).code).toBe(codeOf('FORBIDDEN'));
  });

  it('says of each field how many records have it, and opens those that have not', async () => {
    await company({ name: '甲', website: 'https://one.example.com', verifiedOn: '2026-11-01' });
    await company({ name: '乙', verifiedOn: '2026-01-15' });
    await company({ name: '丙' });
    made(await check());
    const found = await companies();
    expect(found?.records).toBe(3);
    expect(found?.fields.find(({ apiName }) => apiName === 'name')).toMatchObject({ filled: 3 });
    const website = found?.fields.find(({ apiName }) => apiName === 'website');
    expect(website).toMatchObject({ label: '官网', filled: 1 });
    expect((await listed(website?.link ?? '')).toSorted()).toEqual(['丙', '乙']);
    expect(found?.stale).toMatchObject({ records: 2 });
    expect((await listed(found?.stale?.link ?? '')).toSorted()).toEqual(['丙', '乙']);
    expect(await tile('freshness')).toMatchObject({ figure: '33.3%', state: 'warn' });
    expect(await tile('breaches')).toMatchObject({ figure: '0 条', state: 'good' });
  });

  it('is unknown again when it was not looked at for two days', async () => {
    now = new Date(now.getTime() + 3 * DAY_MS);
    expect(await tile('breaches')).toMatchObject({ figure: null, state: 'unknown' });
    await test.services.quality.passDay();
    expect(await tile('breaches')).toMatchObject({ figure: '0 条', state: 'good' });
    const { trend } = await read();
    expect(trend.categories.map(({ key }) => key)).toEqual(['2026-11-21', '2026-11-24']);
  });

  it('lists the records that a new rule refuses, and no longer lists those that were put right', async () => {
    const definition = savedDefinition(test, COMPANY);
    const rule = {
      id: 'website-is-secure',
      kind: 'assert' as const,
      target: 'website',
      rule: "!has(self.website) || self.website.startsWith('https://secure.')",
      message: '官网须为安全地址',
    };
    made(await saveDefinition(test, { ...definition, rules: [...definition.rules, rule] }));
    await test.services.quality.passDay();
    const [breach] = await breaches();
    expect(breach).toMatchObject({ name: '甲', fields: ['官网'], problems: '官网：官网须为安全地址' });
    expect(await tile('breaches')).toMatchObject({ figure: '1 条', state: 'warn', link: '/staff/breaches' });
    const values = { website: 'https://secure.example.com' };
    made(
      await test.post('staff', `/api/metadata/data/${COMPANY}/${String(breach?.['recordId'])}`, { version: 1, values }),
    );
    made(await check());
    expect(await breaches()).toEqual([]);
  });

  it('counts the pairs that wait for a decision, and values that wait to be counted', async () => {
    await company({ name: '星河', legalName: '北京星河云图科技有限公司' });
    await company({ name: '星河云图', legalName: '星河云图科技（北京）有限公司' });
    await test.services.duplicates.passDay();
    expect(await tile('duplicates')).toMatchObject({ figure: '1 对', note: '几乎确定 1', state: 'bad' });
    expect(await tile('counting')).toMatchObject({ figure: '0 条待计算', state: 'good' });
    const at = new Date(now.getTime() - 61_000);
    const mark = { object_api_name: 'Unknown', group_key: 'none', record_id: '1', at };
    await test.store.database.db
      .insertInto('derived_mark' as never)
      .values(mark)
      .execute();
    expect(await tile('counting')).toMatchObject({ figure: '1 条待计算', note: '最早的已等待 61 秒', state: 'bad' });
  });

  it('goes on where a process died', async () => {
    for (let index = 0; index < 210; index += 1) await company({ name: `批量${index}` });
    now = new Date(now.getTime() + DAY_MS);
    await test.services.quality.jobs.stop();
    await test.services.quality.beginPasses();
    const next = () => openServices(test.store.database, { objects: [], optionSets: [] }, () => now);
    // One slice of each object, and the process dies.
    await (await next()).quality.jobs.begin();
    expect((await companies())?.records).toBe(3);
    await (await next()).quality.jobs.fill();
    expect((await companies())?.records).toBe(215);
  });
});
