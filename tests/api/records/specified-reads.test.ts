import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RecordReply } from '#schemas/api/records.ts';
import type { OptionSet } from '#schemas/metadata/option-set.ts';
import { made } from '#tests/support/editing.ts';
import { codeOf, openTestApp, type TestApp, type Who } from '#tests/support/app/test-app.ts';

const RONG = '/api/rong';
const EVERYONE: readonly Who[] = ['visitor', 'founder', 'investor', 'svip', 'member', 'organisation', 'staff'];
let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());

const create = async (object: string, values: object) =>
  made(
    await test.post<RecordReply>('staff', `/api/metadata/data/${object}`, {
      clientKey: `specified-${object}`,
      values,
    }),
  ).record.id;
const generic = (who: Who, object: string, id: string) =>
  test.get<RecordReply>(who, `/api/metadata/data/${object}/${id}`);

describe('A record by the address of its kind', () => {
  const kinds = [
    ['InsightCompany', { name: '按地址打开的企业' }],
    ['InsightInvestor', { name: '按地址打开的投资人' }],
    ['InsightProject', { name: '按地址打开的项目' }],
  ] as const;
  const read = (who: Who, object: string, id: string) => {
    if (object === 'InsightProject') return test.post<RecordReply>(who, `${RONG}/app/v1/project/detail`, { id });
    const kind = object === 'InsightCompany' ? 'company' : 'investor';
    return test.get<RecordReply>(who, `${RONG}/${kind}/${id}`);
  };

  it.each(kinds)('%s gives every role what the detail page gives it', async (object, values) => {
    const id = await create(object, values);
    for (const who of EVERYONE) expect(await read(who, object, id)).toEqual(await generic(who, object, id));
    expect((await read('staff', object, id)).data.record).toMatchObject({ id, name: values.name });
    expect((await read('visitor', object, id)).code).toBe(codeOf('SESSION_INVALID'));
    expect((await read('member', object, id)).code).toBe(codeOf('VIP_REQUIRED'));
    expect(await read('svip', object, '999999999')).toMatchObject({ status: 404, code: codeOf('UNKNOWN_RECORD') });
    expect((await read('svip', object, 'x')).status).toBe(422);
  });

  it('keeps closed fields closed', async () => {
    const company = await create('InsightCompany', { name: '不公开商业计划书的企业' });
    const reply = await read('investor', 'InsightCompany', company);
    expect(reply.data.locked).toContain('bp');
    expect(reply.data.record).not.toHaveProperty('bp');
  });
});

describe('The dictionary', () => {
  const dict = (who: Who, query = '') => test.get<{ list: OptionSet[] }>(who, `${RONG}/dict${query}`);

  it('has the option sets with their options, and of trees the top level', async () => {
    const { list } = made(await dict('member'));
    expect(list.find(({ name }) => name === 'round')?.options).toContainEqual(
      expect.objectContaining({ value: 'A轮' }),
    );
    const industry = list.find(({ name }) => name === 'industry');
    expect(industry?.options.length).toBeGreaterThan(0);
    expect(industry?.options.every(({ parent }) => parent === undefined)).toBe(true);
  });

  it('gives one set whole', async () => {
    const [industry] = made(await dict('member', '?name=industry')).list;
    expect(industry?.options.some(({ parent }) => parent !== undefined)).toBe(true);
  });

  it('knows no set that is closed to the user or that is not there', async () => {
    const visible = made(await dict('visitor')).list.map(({ name }) => name);
    expect(visible).not.toContain('productKind');
    expect((await dict('visitor', '?name=noSuchSet')).code).toBe(codeOf('UNKNOWN_OBJECT'));
  });

  it('lists the tags of companies', async () => {
    const tags = made(await test.get<{ list: { value: string }[] }>('member', `${RONG}/app/dic/getTag`));
    expect(tags.list.map(({ value }) => value)).toContain('专精特新');
  });
});
