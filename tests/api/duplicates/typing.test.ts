import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Candidate } from '#schemas/api/duplicates.ts';
import type { RecordReply } from '#schemas/api/records.ts';
import { made } from '#tests/support/editing.ts';
import { codeOf, openTestApp, type TestApp, type Who } from '#tests/support/app/test-app.ts';

const CODE = '91350100M000100Y43';
let test: TestApp;
let star: string;
let keys = 0;
beforeAll(async () => {
  test = await openTestApp();
  star = await company({
    name: '星河云图',
    legalName: '星河云图网络科技（北京）有限公司',
    creditCode: CODE,
    website: 'https://www.star.example.com',
  });
});
afterAll(() => test.close());

async function company(values: object): Promise<string> {
  const body = { clientKey: `company-${(keys += 1)}`, values };
  return made(await test.post<RecordReply>('staff', '/api/metadata/data/InsightCompany', body)).record.id;
}
const ask = (who: Who, objectApiName: string, values: object, id?: string) =>
  test.post<{ list: Candidate[] }>(who, `/api/metadata/data/${objectApiName}/duplicates`, {
    values,
    ...(id && { id }),
  });
const asked = async (who: Who, objectApiName: string, values: object, id?: string) =>
  made(await ask(who, objectApiName, values, id)).list;

describe('While staff type a company', () => {
  it('the company that is there already under another form of its name is shown, and why', async () => {
    expect(await asked('staff', 'InsightCompany', { legalName: '北京市星河云图网络科技股份有限公司' })).toEqual([
      {
        objectApiName: 'InsightCompany',
        id: star,
        name: '星河云图',
        grade: 3,
        reasons: ['名称相同', '名称主体相同', '地区一致'],
      },
    ]);
  });

  it('a company is found by its credit code however that is written, and not by one whose check character is wrong', async () => {
    const [found] = await asked('staff', 'InsightCompany', { creditCode: CODE.toLowerCase() });
    expect(found).toMatchObject({ id: star, grade: 4, reasons: ['信用代码相同'] });
    expect(await asked('staff', 'InsightCompany', { creditCode: '91350100M000100Y44' })).toEqual([]);
  });

  it('what is half typed, of another type or very long finds nothing and breaks nothing', async () => {
    const values = {
      name: '星',
      legalName: 5,
      website: { a: 1 },
      aliases: ['长'.repeat(5000), 7],
      foundedOn: 'x\u0000',
    };
    expect(await asked('staff', 'InsightCompany', values)).toEqual([]);
    expect(await asked('staff', 'InsightCompany', {})).toEqual([]);
  });

  it('a record that is edited is no duplicate of itself', async () => {
    expect(await asked('staff', 'InsightCompany', { creditCode: CODE }, star)).toEqual([]);
  });

  it('five are shown at most, the surest first', async () => {
    // Several aliases of what is typed, each of which two others have: none is so frequent that it says nothing.
    const aliases = ['见微一', '见微二', '见微三'];
    for (const alias of [...aliases, ...aliases]) await company({ name: `另${(keys += 1)}`, aliases: [alias] });
    const values = { name: '见微', foundedOn: '2020-01-02', aliases };
    expect(await asked('staff', 'InsightCompany', values)).toEqual([]);
    const dated = { foundedOn: '2020-01-02' };
    for (const alias of [...aliases, ...aliases])
      await company({ name: `又${(keys += 1)}`, aliases: [alias], ...dated });
    const sure = await company({ name: '最像的', legalName: '见微一号有限公司', aliases: ['见微一'], ...dated });
    const found = await asked('staff', 'InsightCompany', { ...values, legalName: '见微一号股份有限公司' });
    expect(found).toHaveLength(5);
    expect(found[0]).toMatchObject({ id: sure, grade: 3 });
    expect(found.slice(1).every(({ grade }) => grade === 2)).toBe(true);
  });
});

describe('What is kept of a record', () => {
  it('follows its values, and goes with it', async () => {
    const id = await company({ name: '长风破浪', website: 'https://wind.example.com' });
    const by = async (website: string) => (await asked('staff', 'InsightCompany', { website })).map((one) => one.id);
    expect(await by('wind.example.com')).toEqual([id]);
    const values = { website: 'https://waves.example.com' };
    made(await test.post('staff', `/api/metadata/data/InsightCompany/${id}`, { version: 1, values }));
    expect(await by('wind.example.com')).toEqual([]);
    expect(await by('waves.example.com')).toEqual([id]);
    const context = { actor: 'staff', roles: ['staff'], origin: 'form', now: test.services.now() };
    await test.services.writer.remove('InsightCompany', id, context);
    expect(await by('waves.example.com')).toEqual([]);
    const { db } = test.store.database;
    const rows = await db.selectFrom('match_key').select('key').where('record_id', '=', id).execute();
    expect(rows).toEqual([]);
  });
});

describe('A founder who brings a company', () => {
  it('is shown the company that is there already', async () => {
    const [found] = await asked('founder', 'CompanyCreate', { fullName: '星河云图网络科技（北京）有限公司' });
    expect(found).toMatchObject({ objectApiName: 'InsightCompany', id: star, grade: 3 });
  });

  it('may not ask as if they were staff, and a visitor may not ask at all', async () => {
    expect((await ask('founder', 'InsightCompany', { name: '星河云图' })).code).toBe(codeOf('FORBIDDEN'));
    expect((await ask('visitor', 'CompanyCreate', { fullName: '星河云图' })).code).toBe(codeOf('SESSION_INVALID'));
  });
});

describe('An object without duplicates', () => {
  it('answers that there are none', async () => {
    expect(await asked('staff', 'InsightNews', { title: '星河云图' })).toEqual([]);
  });
});
