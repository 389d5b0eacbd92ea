import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ListReply, RecordReply } from '#schemas/api/records.ts';
import { made, saveField } from '#tests/support/editing.ts';
import { codeOf, openTestApp, type TestApp, type Who } from '#tests/support/app/test-app.ts';

const DATA = '/api/metadata/data';
const LIST = `${DATA}/getLayoutAndDataList`;
const NAMES = '/api/metadata/queryDataByName';
const WORK = { organization: '创业者的公司', position: '经理', startOn: '2020-01', isCurrent: true };
const CREDIT_CODE = '91330106MA2ABCDE1X';
const NEWS = { title: '有暗号的资讯', publishedOn: '2026-11-20T00:00:00.000Z', category: '融资' };
let test: TestApp;
let keys = 0;

async function create(who: Who, object: string, values: object): Promise<string> {
  return made(await test.post<RecordReply>(who, `${DATA}/${object}`, { clientKey: `access-${(keys += 1)}`, values }))
    .record.id;
}
const list = (who: Who, query: object) => test.post<ListReply>(who, LIST, query);
const read = (who: Who, object: string, id: string) => test.get<RecordReply>(who, `${DATA}/${object}/${id}`);

beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());

describe('a record that belongs to its owner', () => {
  let own: string;
  beforeAll(async () => {
    own = await create('founder', 'WorkRecord', WORK);
    await create('investor', 'WorkRecord', { ...WORK, organization: '投资人的机构' });
  });

  it('is read and changed by its owner and by staff', async () => {
    expect(await read('founder', 'WorkRecord', own)).toMatchObject({ code: 0, data: { editable: true } });
    expect(await read('staff', 'WorkRecord', own)).toMatchObject({ code: 0, data: { editable: true } });
  });

  it('is to any other user as if it were not there', async () => {
    const missing = await read('investor', 'WorkRecord', '999999');
    expect(missing).toMatchObject({ status: 404, code: 40402 });
    expect(await read('investor', 'WorkRecord', own)).toEqual(missing);
    const change = { version: 1, values: { position: '董事' } };
    const refused = await test.post('investor', `${DATA}/WorkRecord/${own}`, change);
    expect(refused).toMatchObject({ status: 404, code: 40402 });
    expect(refused).toEqual(await test.post('investor', `${DATA}/WorkRecord/999999`, change));
    expect(await test.get('investor', `${DATA}/WorkRecord/${own}/history`)).toEqual(
      await test.get('investor', `${DATA}/WorkRecord/999999/history`),
    );
    const related = (id: string) =>
      test.post('investor', `${DATA}/getRelatedList`, { objectApiName: 'WorkRecord', id, related: 0 });
    expect(await related(own)).toEqual(await related('999999'));
  });

  it('is in the list, the count and the names of its owner only', async () => {
    const query = { objectApiName: 'WorkRecord' };
    expect((await list('founder', query)).data.list.map((row) => row.id)).toEqual([own]);
    expect((await list('staff', query)).data.list).toHaveLength(2);
    expect((await list('svip', query)).data.list).toEqual([]);
    expect((await test.post<{ total: number }>('svip', `${DATA}/count`, { ...query, exact: true })).data.total).toBe(0);
    expect(await list('visitor', query)).toMatchObject({ status: 401, code: 4032 });
    const named = (who: Who, name: string) =>
      test.get<{ name: string }[]>(who, `${NAMES}?objectApiName=WorkRecord&name=${encodeURIComponent(name)}`);
    expect((await named('investor', '')).data.map(({ name }) => name)).toEqual(['投资人的机构']);
    expect((await named('investor', '创业者')).data).toEqual([]);
    expect((await named('founder', '创业者')).data.map(({ name }) => name)).toEqual(['创业者的公司']);
    expect((await named('staff', '')).data).toHaveLength(2);
  });

  it('is a form that every member may open, and no visitor', async () => {
    const objects = async (who: Who) =>
      (await test.get<{ apiName: string; creatable: boolean }[]>(who, '/api/metadata/allObjectsUserCanView')).data;
    expect(await objects('founder')).toContainEqual(
      expect.objectContaining({ apiName: 'FinancingRequest', creatable: true }),
    );
    expect(await objects('visitor')).toEqual([]);
  });

  it('is no data that users follow, as what staff keep is none', async () => {
    const objects = made(
      await test.get<{ apiName: string; forMembers: boolean }[]>('staff', '/api/metadata/allObjectsUserCanView'),
    );
    const followed = objects.filter(({ forMembers }) => forMembers).map(({ apiName }) => apiName);
    expect(followed).toEqual(expect.arrayContaining(['InsightCompany', 'TeamMember', 'ResearchReport']));
    for (const name of ['FinancingRequest', 'HomeStep', 'Product', 'CompanyClaim']) {
      expect(objects.map(({ apiName }) => apiName)).toContain(name);
      expect(followed).not.toContain(name);
    }
  });

  it('has an id that cannot be guessed from the ids of others', async () => {
    const ids = [
      BigInt(own),
      BigInt(await create('svip', 'WorkRecord', WORK)),
      BigInt(await create('svip', 'WorkRecord', WORK)),
    ];
    const gaps = ids.flatMap((id, at) => ids.slice(at + 1).map((other) => (id > other ? id - other : other - id)));
    // Eighteen random digits: two within a billion of each other are one chance in a hundred million.
    for (const gap of gaps) expect(gap).toBeGreaterThan(1_000_000_000n);
  });
});

describe('a detail page', () => {
  it('of a company needs an investor or SVIP, whether or not the company is there', async () => {
    const id = await create('staff', 'InsightCompany', { name: '鲸图科技', creditCode: CREDIT_CODE });
    for (const who of ['founder', 'organisation'] as const) {
      const refused = await read(who, 'InsightCompany', id);
      expect(refused).toMatchObject({
        status: 403,
        code: 400000003,
        msg: '开通SVIP后即可查看完整信息',
        data: { record: { name: '鲸图科技' } },
      });
      expect(refused.data.locked).toContain('creditCode');
      expect(JSON.stringify(refused)).not.toContain('9133');
      expect(await read(who, 'InsightCompany', '999999')).toMatchObject({ status: 403, code: 400000003, data: null });
    }
    for (const who of ['investor', 'svip', 'staff'] as const)
      expect(await read(who, 'InsightCompany', id)).toMatchObject({ code: 0 });
    expect(await read('visitor', 'InsightCompany', id)).toMatchObject({ status: 401, code: 4032 });
  });

  it('of a company is not had from its list either', async () => {
    const query = { objectApiName: 'InsightCompany', fields: ['name', 'creditCode'] };
    const closed = (await list('founder', query)).data;
    expect(closed.list).toMatchObject([{ name: '鲸图科技' }]);
    expect(JSON.stringify(closed.list)).not.toContain(CREDIT_CODE);
    expect(closed.layout?.fields.map((field) => field.apiName)).not.toContain('creditCode');
    const filter = { field: 'creditCode', op: 'startsWith', value: '9' };
    expect(await list('founder', { ...query, filter })).toMatchObject({ code: 40001 });
    expect(await test.post('founder', `${DATA}/count`, { objectApiName: 'InsightCompany', filter })).toMatchObject({
      code: 40001,
    });
    expect(await list('founder', { ...query, sort: [{ field: 'creditCode', order: 'asc' }] })).toMatchObject({
      code: 40001,
    });
    expect((await list('svip', { ...query, filter })).data.list).toMatchObject([{ creditCode: CREDIT_CODE }]);
  });

  it.each([
    'InsightOrg',
    'InsightFund',
    'InsightInvestor',
    'InsightIndustrial',
    'InsightIndustryLabel',
    'InsightFundManager',
  ])('of %s needs SVIP', async (object) => {
    expect(await read('investor', object, '1')).toMatchObject({ status: 403, code: 400000003 });
    expect(await read('svip', object, '999999')).toMatchObject({ status: 404, code: 40402 });
  });

  it('of news is open to every user, and its history to those who may change it', async () => {
    const id = await create('staff', 'InsightNews', NEWS);
    expect(await read('visitor', 'InsightNews', id)).toMatchObject({ code: 0, data: { editable: false } });
    expect(await test.get('svip', `${DATA}/InsightNews/${id}/history`)).toMatchObject({ code: codeOf('FORBIDDEN') });
    expect(await test.post('svip', `${DATA}/InsightNews/${id}`, { version: 1, values: { title: '改' } })).toMatchObject(
      { code: codeOf('FORBIDDEN') },
    );
  });
});

describe('a field that only some may see', () => {
  const secret = {
    apiName: 'secretWord',
    type: 'text',
    label: '暗语',
    config: { visibleTo: ['svip'], searchable: true, sortable: true },
  };
  let id: string;
  beforeAll(async () => {
    made(await saveField(test, 'InsightNews', secret));
    id = await create('staff', 'InsightNews', { ...NEWS, secretWord: '芝麻开门' });
  });
  const query = { objectApiName: 'InsightNews', fields: ['title', 'secretWord'] };

  it('is there for them', async () => {
    expect((await read('svip', 'InsightNews', id)).data.record['secretWord']).toBe('芝麻开门');
    expect((await list('svip', { ...query, keyword: '芝麻' })).data.list).toMatchObject([
      { id, secretWord: '芝麻开门' },
    ]);
  });

  it('is in no row, no layout and no record of others', async () => {
    const { layout, list: rows } = (await list('founder', query)).data;
    expect(JSON.stringify(rows)).not.toContain('芝麻');
    expect([
      ...(layout?.columns ?? []),
      ...(layout?.filters ?? []),
      ...(layout?.fields.map((field) => field.apiName) ?? []),
    ]).not.toContain('secretWord');
    const { record, locked } = (await read('founder', 'InsightNews', id)).data;
    expect(record).not.toHaveProperty('secretWord');
    expect(locked).toEqual(['secretWord']);
    const labels = await test.get<unknown[]>(
      'founder',
      `/api/metadata/findByLabel?objectApiName=InsightNews&label=${encodeURIComponent('暗语')}`,
    );
    expect(labels.data).toEqual([]);
  });

  it('cannot be found, filtered or sorted by others, which would reveal it', async () => {
    expect((await list('founder', { ...query, keyword: '芝麻' })).data.list).toEqual([]);
    const filter = { field: 'secretWord', op: 'contains', value: '芝麻' };
    expect(await list('founder', { ...query, filter })).toMatchObject({ status: 400, code: 40001 });
    expect(await test.post('founder', `${DATA}/count`, { objectApiName: 'InsightNews', filter })).toMatchObject({
      code: 40001,
    });
    const sort = [{ field: 'secretWord', order: 'asc' }];
    expect(await list('founder', { ...query, sort })).toMatchObject({ status: 400, code: 40001 });
    const unknown = await list('founder', { ...query, filter: { ...filter, field: 'notThere' } });
    const closed = await list('founder', { ...query, filter });
    expect(closed.msg.replaceAll('secretWord', 'notThere')).toBe(unknown.msg);
  });

  it('cannot be written by others', async () => {
    const own = { apiName: 'secretNote', type: 'text', label: '备注', config: { visibleTo: ['svip'] } };
    expect(await saveField(test, 'WorkRecord', own)).toMatchObject({ code: 0 });
    const work = await create('founder', 'WorkRecord', WORK);
    const change = await test.post('founder', `${DATA}/WorkRecord/${work}`, {
      version: 1,
      values: { secretNote: 'x' },
    });
    expect(change).toMatchObject({ status: 422, problems: [{ field: 'secretNote' }] });
  });
});
