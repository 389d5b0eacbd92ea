import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Candidate } from '#schemas/api/duplicates.ts';
import type { RecordReply } from '#schemas/api/records.ts';
import { openServices } from '#server/services.ts';
import { made, saveDefinition, savedDefinition } from '#tests/support/editing.ts';
import { openTestApp, TEST_NOW, type TestApp } from '#tests/support/app/test-app.ts';

const COUNT = 210;
const LAST = `公司${COUNT - 1}`;
let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
  for (let index = 0; index < COUNT; index += 1) {
    const values = { name: `公司${index}`, website: `https://w${index}.example.com`, wechatAccount: `微信号${index}` };
    const body = { clientKey: `company-${index}`, values };
    made(await test.post<RecordReply>('staff', '/api/metadata/data/InsightCompany', body));
  }
});
afterAll(() => test.close());

const found = async (values: object) =>
  made(
    await test.post<{ list: Candidate[] }>('staff', '/api/metadata/data/InsightCompany/duplicates', { values }),
  ).list.map(({ name }) => name);
/** Another process on the same database. */
const openProcess = () => openServices(test.store.database, { objects: [], optionSets: [] }, () => TEST_NOW);

describe('Records from before there were keys', () => {
  it('are brought in by the next starts, each going on where the one before died', async () => {
    await sql`truncate match_key, match_state`.execute(test.store.database.db);
    expect(await found({ website: 'w0.example.com' })).toEqual([]);
    // A start brings in one slice, and dies.
    await (await openProcess()).duplicates.jobs.stop();
    expect(await found({ website: 'w0.example.com' })).toEqual(['公司0']);
    expect(await found({ website: `w${COUNT - 1}.example.com` })).toEqual([]);
    const next = await openProcess();
    await next.duplicates.jobs.fill();
    await next.duplicates.jobs.stop();
    expect(await found({ website: `w${COUNT - 1}.example.com` })).toEqual([LAST]);
  });
});

describe('When staff choose other fields to recognise records by', () => {
  it('all records are found by those, and by none that no longer counts', async () => {
    const saved = savedDefinition(test, 'InsightCompany');
    made(await saveDefinition(test, { ...saved, matching: { legalName: 'wechatAccount' } }));
    await test.services.duplicates.jobs.fill();
    expect(await found({ website: 'w0.example.com' })).toEqual([]);
    expect(await found({ wechatAccount: '微信号7' })).toEqual(['公司7']);
    const { rows } = await sql`select 1 from match_key where kind = 'site'`.execute(test.store.database.db);
    expect(rows).toEqual([]);
  });

  it.each([
    [{ legalName: 'nothing' }, '查重的“工商名称字段”：没有字段“nothing”'],
    [{ site: 'logo' }, '查重的“官网字段”：字段“Logo”的类型不适用'],
    [{ foundedOn: 'name' }, '查重的“成立日期字段”：字段“企业简称”的类型不适用'],
    [{ objectApiName: 'Nowhere' }, '查重的“比对的对象”：对象“Nowhere”不存在'],
    [{ objectApiName: 'InsightCompany' }, '查重的“比对的对象”：与本对象的记录比对时不填'],
  ])('%j is refused in words', async (matching, message) => {
    const saved = savedDefinition(test, 'InsightCompany');
    const answer = await saveDefinition(test, { ...saved, matching });
    expect(answer.msg).toBe(message);
  });

  it('a field that only some roles may read is none of them', async () => {
    const saved = savedDefinition(test, 'InsightCompany');
    const fields = saved.fields.map((field) =>
      field.apiName === 'address' ? { ...field, config: { ...field.config, visibleTo: ['svip' as const] } } : field,
    );
    const answer = await saveDefinition(test, { ...saved, fields, matching: { person: 'address' } });
    expect(JSON.stringify(answer.problems)).toContain('只对部分用户可见，不能用来查重');
  });
});
