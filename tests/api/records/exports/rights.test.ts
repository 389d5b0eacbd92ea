import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ExportState } from '#schemas/api/exports.ts';
import type { RecordReply } from '#schemas/api/records.ts';
import { made } from '#tests/support/editing.ts';
import { codeOf, openTestApp, type TestApp, type Who } from '#tests/support/app/test-app.ts';
import { fetchedExport } from '#tests/support/files/fetched-export.ts';

const EXPORT = '/api/metadata/export';
const TOTALS = '/api/metadata/data/totals';
const CREDIT_CODE = '91330106MA2ABCDE1X';
let test: TestApp;

beforeAll(async () => {
  test = await openTestApp();
  const company = { name: '鲸图科技', creditCode: CREDIT_CODE, roundsCount: 3, phone: '13800138000' };
  const work = { organization: '创业者的公司', position: '经理', startOn: '2020-01', isCurrent: true };
  await create('staff', 'InsightCompany', company);
  await create('founder', 'WorkRecord', work);
  await create('investor', 'WorkRecord', { ...work, organization: '投资人的机构' });
});
afterAll(() => test.close());

let keys = 0;
async function create(who: Who, object: string, values: object): Promise<string> {
  const body = { clientKey: `rights-${(keys += 1)}`, values };
  return made(await test.post<RecordReply>(who, `/api/metadata/data/${object}`, body)).record.id;
}

const start = (who: Who, query: object) => test.post<ExportState>(who, EXPORT, { format: 'csv', ...query });

/** The file, or the code of the refusal. */
async function file(who: Who, query: object): Promise<string> {
  const started = await start(who, query);
  return started.code === 0 ? fetchedExport(test, who, started.data.id) : String(started.code);
}

describe('an export holds what the person’s list may show', () => {
  const companies = { objectApiName: 'InsightCompany', fields: ['name', 'creditCode', 'phone', 'roundsCount'] };

  it('and never a field that is closed to him', async () => {
    const closed = await file('founder', companies);
    expect(closed).toContain('鲸图科技');
    expect(closed).not.toContain(CREDIT_CODE);
    expect(closed).not.toContain('统一社会信用代码');
    expect(await file('svip', companies)).toContain(CREDIT_CODE);
  });

  it('and cannot be filtered or ordered by one', async () => {
    const filter = { field: 'creditCode', op: 'startsWith', value: '9' };
    expect(await file('founder', { ...companies, filter })).toBe(String(codeOf('INVALID_QUERY')));
    const sort = [{ field: 'creditCode', order: 'asc' }];
    expect(await file('founder', { ...companies, sort })).toBe(String(codeOf('INVALID_QUERY')));
    expect(await file('svip', { ...companies, filter })).toContain(CREDIT_CODE);
  });

  it('and only his own records of an object that belongs to its owners', async () => {
    const work = { objectApiName: 'WorkRecord' };
    expect(await file('founder', work)).toContain('创业者的公司');
    expect(await file('founder', work)).not.toContain('投资人的机构');
    const all = await file('staff', work);
    expect(all).toContain('创业者的公司');
    expect(all).toContain('投资人的机构');
  });

  it('by the rights he has when he fetches it', async () => {
    const { id } = (await start('svip', companies)).data;
    const { pool } = test.services.database;
    await pool.query(`update account set vip_type = 0, roles = '{}' where username = 'svip'`);
    try {
      const later = await fetchedExport(test, 'svip', id);
      expect(later).toContain('鲸图科技');
      expect(later).not.toContain(CREDIT_CODE);
    } finally {
      await pool.query(`update account set vip_type = 3 where username = 'svip'`);
    }
  });

  it('and nothing to whom has not signed in, or of what is not there', async () => {
    expect(await file('visitor', companies)).toBe(String(codeOf('SESSION_INVALID')));
    expect(await file('founder', { objectApiName: 'Nothing' })).toBe(String(codeOf('UNKNOWN_OBJECT')));
  });
});

describe('totals over HTTP', () => {
  it('are of records and fields that the person’s list may show', async () => {
    const companies = { objectApiName: 'InsightCompany', fields: ['roundsCount'] };
    const [rounds] = (await test.post<{ sum: string }[]>('svip', TOTALS, companies)).data;
    expect(rounds).toMatchObject({ field: 'roundsCount', count: 1, sum: '0' });
    const text = { objectApiName: 'InsightCompany', fields: ['creditCode'] };
    expect(await test.post('founder', TOTALS, text)).toMatchObject({ code: codeOf('INVALID_QUERY') });
    expect(await test.post('visitor', TOTALS, { objectApiName: 'WorkRecord', fields: ['isCurrent'] })).toMatchObject({
      status: 401,
    });
  });
});
