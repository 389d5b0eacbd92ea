import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readUsage } from '#schemas/api/api-keys.ts';
import { codeOf, openTestApp, TEST_NOW, type TestApp } from '#tests/support/app/test-app.ts';
import { newAccount, type SignedIn, signInBy } from '#tests/support/account/people.ts';
import { FirmsAndDeals } from '#tests/support/derived/firms-and-deals.ts';
import { made, saveDefinition, savedDefinition } from '#tests/support/editing.ts';
import { asProgram, keyOf } from '#tests/support/open/open-world.ts';

const V1 = '/api/open/v1';
let test: TestApp;
let world: FirmsAndDeals;
let now = TEST_NOW;
let owner: SignedIn & { readonly id: string };
let secret = '';
const firms: string[] = [];

/** Each test has a burst of calls of its own. */
const later = () => {
  now = new Date(now.getTime() + 60_000);
};
const ask = <T>(url: string, more = {}) => asProgram<T>(test.app, secret, `${V1}/${url}`, more);

beforeAll(async () => {
  test = await openTestApp(undefined, { now: () => now });
  world = new FirmsAndDeals(test);
  await world.begin([]);
  for (let at = 0; at < 7; at += 1) firms.push(await world.create('Firm', { name: `示例企业${at}` }));
  for (let at = 0; at < 12; at += 1)
    await world.create('Deal', {
      title: `交易${at}`,
      firm: { id: firms[at % 3] },
      round: at % 2 ? 'A' : 'B',
      amount: { num: `${at + 1}00.50`, currency: 'CNY' },
    });
  const id = await newAccount(test, { username: 'reader', name: '示例读者' });
  owner = { ...(await signInBy(test, 'reader')), id };
  ({ secret } = await keyOf(owner));
});
afterAll(() => test.close());

interface Page {
  readonly value: readonly { readonly id: string; readonly [name: string]: unknown }[];
  readonly after: string | null;
}

describe('the open interface', () => {
  it('gives a whole list page by page, with the filter, order and fields that were asked for', async () => {
    later();
    const filter = encodeURIComponent(JSON.stringify({ field: 'round', op: 'eq', value: 'A' }));
    const found: unknown[] = [];
    for (let after: string | null = ''; after !== null;) {
      const url: string = `Deal?filter=${filter}&sort=title:desc&fields=title,amount&limit=2${after && `&after=${after}`}`;
      const page = made({ ...(await ask<Page>(url)), problems: [] });
      found.push(...page.value.map((row) => row['title']));
      expect(page.value[0]).toEqual({ id: expect.any(String), title: expect.any(String), amount: expect.anything() });
      after = page.after;
    }
    expect(found).toEqual(['交易9', '交易7', '交易5', '交易3', '交易11', '交易1']);
    const whole = await ask<Page>('Deal?limit=200');
    expect(whole.data.value).toHaveLength(12);
    expect(whole.data.value[0]).toMatchObject({ firm: { id: expect.any(String), name: expect.any(String) } });
  });

  it('gives options with their labels where that is asked for, in lists and in single records', async () => {
    later();
    const [row] = (await ask<Page>('Deal?fields=round&sort=title&limit=1&expand=labels')).data.value;
    expect(row?.['round']).toEqual({ value: 'B', label: 'B' });
    const one = await ask<{ record: object }>(`Deal/${row?.id}?expand=labels`);
    expect(one.data.record).toMatchObject({ round: { value: 'B', label: 'B' }, title: '交易0' });
    expect((await ask<{ record: object }>(`Deal/${row?.id}`)).data.record).toMatchObject({ round: 'B' });
    expect(await ask(`Deal/${row?.id}?expand=all`)).toMatchObject({ code: codeOf('INVALID_BODY') });
  });

  it('says how an object is built', async () => {
    later();
    expect(await ask('objects')).toMatchObject({
      data: { value: expect.arrayContaining([{ objectApiName: 'Deal', label: 'Deal' }]) },
    });
    const { data } = await ask<{ fields: { apiName: string }[] }>('Deal/schema');
    expect(data.fields.find(({ apiName }) => apiName === 'round')).toMatchObject({
      kind: expect.any(String),
      options: [{ value: 'A' }, { value: 'B' }, { value: 'C' }],
      operators: expect.arrayContaining(['eq']),
      inLists: true,
    });
    expect(data.fields.find(({ apiName }) => apiName === 'firm')).toMatchObject({ target: 'Firm' });
  });

  it('gives a record, and nothing to those who have it already', async () => {
    later();
    const [firm = ''] = firms;
    const first = await ask<{ record: object }>(`Firm/${firm}`);
    expect(first).toMatchObject({ status: 200, data: { record: { id: firm, name: '示例企业0' }, closed: [] } });
    const headers = { 'if-none-match': String(first.headers['etag']) };
    expect((await ask(`Firm/${firm}`, { headers })).status).toBe(304);
    await world.change('Firm', firm, { name: '示例企业改' });
    expect(await ask(`Firm/${firm}`, { headers })).toMatchObject({ data: { record: { name: '示例企业改' } } });
    await world.change('Firm', firm, { name: '示例企业0' });
    expect(await ask('Firm/999999')).toMatchObject({ status: 404, code: codeOf('UNKNOWN_RECORD') });
  });

  it('finds the records that names mean', async () => {
    later();
    const answer = await ask<{ value: { candidates: { id: string }[] }[] }>('Firm/resolve', {
      payload: { names: ['示例企业3', '没有的名称'] },
    });
    expect(answer.data.value[0]?.candidates[0]).toEqual({ id: firms[3], name: '示例企业3' });
    expect(answer.data.value[1]).toEqual({ name: '没有的名称', candidates: [] });
    const many = { payload: { names: Array.from({ length: 51 }, () => 'x') } };
    expect(await ask('Firm/resolve', many)).toMatchObject({ status: 422 });
  });

  it('works out numbers, group by group', async () => {
    later();
    const payload = {
      group: { by: 'round' },
      measures: [{ fn: 'count' }, { fn: 'sum', field: 'amount' }],
      filter: { field: 'title', op: 'ne', value: '交易0' },
    };
    expect(await ask('Deal/aggregate', { payload })).toMatchObject({
      data: {
        groups: 2,
        value: [
          { key: 'A', values: ['6', '4203'] },
          { key: 'B', values: ['5', '3502.5'] },
        ],
        totals: ['11', '7705.5'],
      },
    });
    for (const wrong of [
      { group: { by: 'nope' }, measures: [{ fn: 'count' }] },
      { measures: [{ fn: 'sum' }] },
      { measures: [{ fn: 'sum', field: 'nope' }] },
      { measures: [{ fn: 'count' }], sort: { measure: 1, order: 'asc' } },
      { measures: [{ fn: 'count' }], filter: { field: 'nope', op: 'eq', value: 1 } },
    ])
      expect(await ask('Deal/aggregate', { payload: wrong })).toMatchObject({ code: codeOf('INVALID_QUERY') });
  });

  it('refuses what it does not understand, and cuts nothing in silence', async () => {
    later();
    for (const [query, status] of [
      ['limit=201', 422],
      ['limit=0', 422],
      ['page=2', 422],
      ['filter={', 400],
      ['sort=title:up', 400],
      ['sort=nope', 400],
      ['fields=nope', 400],
      ['after=nope', 400],
    ] as const)
      expect({ query, ...(await ask(`Deal?${query}`)) }).toMatchObject({
        query,
        status,
        msg: expect.stringMatching(/\p{Script=Han}/u),
        requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      });
    expect(await ask('Nowhere')).toMatchObject({ status: 404, code: codeOf('UNKNOWN_OBJECT') });
    for (const hidden of ['Product', 'WorkRecord', 'FinancingRequest', 'HelpArticle'])
      expect(await ask(hidden)).toMatchObject({ status: 404, code: codeOf('UNKNOWN_OBJECT') });
  });

  it('discloses nothing of a closed field: not by value, filter, order or number', async () => {
    later();
    const definition = savedDefinition(test, 'Deal');
    const fields = definition.fields.map((field) =>
      field.apiName === 'staff' ? { ...field, config: { ...field.config, visibleTo: ['svip'] } } : field,
    );
    made(await saveDefinition(test, { ...definition, fields }));
    const closedFilter = encodeURIComponent(JSON.stringify({ field: 'staff', op: 'gt', value: 1 }));
    const whole = await ask<Page>('Deal?limit=200');
    expect(whole.data.value.some((row) => 'staff' in row)).toBe(false);
    const schema = await ask<{ fields: { apiName: string }[] }>('Deal/schema');
    expect(schema.data.fields.some(({ apiName }) => apiName === 'staff')).toBe(false);
    const id = whole.data.value[0]?.id ?? '';
    expect(await ask(`Deal/${id}`)).toMatchObject({ data: { closed: ['staff'] } });
    for (const query of [`filter=${closedFilter}`, 'sort=staff']) {
      const { code, msg } = await ask(`Deal?${query}`);
      expect(code).toBe(codeOf('INVALID_QUERY'));
      expect(msg).toBe((await ask(`Deal?${query.replaceAll('staff', 'nope')}`)).msg.replaceAll('nope', 'staff'));
    }
    const payload = { measures: [{ fn: 'max', field: 'staff' }] };
    expect(await ask('Deal/aggregate', { payload })).toMatchObject({ code: codeOf('INVALID_QUERY') });
  });
});

describe('the limits of the open interface', () => {
  it('are said with every answer, and when to come again with a refusal', async () => {
    later();
    const first = await ask('Deal?limit=1');
    expect(first.headers).toMatchObject({
      'ratelimit-limit': '40',
      'ratelimit-remaining': '39',
      'ratelimit-policy': '40;w=20',
      'x-quota-limit': '10000',
      'x-request-id': expect.any(String),
    });
    expect((await ask('Deal?limit=999')).headers).toMatchObject({ 'ratelimit-remaining': '38' });
    const answers = await Promise.all(Array.from({ length: 45 }, () => ask('Deal?limit=1')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(38);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused).toMatchObject({
      code: codeOf('TOO_MANY_REQUESTS'),
      headers: { 'retry-after': '1', 'ratelimit-remaining': '0', 'ratelimit-reset': '20' },
      requestId: expect.any(String),
    });
    now = new Date(now.getTime() + 500);
    expect((await ask('Deal?limit=1')).status).toBe(200);
    expect((await ask('Deal?limit=1')).status).toBe(429);
  });

  it('hold for all keys of one owner together, until the day is over', async () => {
    later();
    const { secret: other } = await keyOf(owner);
    const { db } = test.services.database;
    await db.updateTable('api_day').set({ calls: 9999 }).where('account_id', '=', owner.id).execute();
    expect(await ask('Deal?limit=1')).toMatchObject({ status: 200, headers: { 'x-quota-remaining': '0' } });
    const refused = await asProgram(test.app, other, `${V1}/Deal?limit=1`);
    expect(refused).toMatchObject({ status: 429, headers: { 'x-quota-remaining': '0' } });
    expect(refused.headers['retry-after']).toBe(refused.headers['x-quota-reset']);
    now = new Date(now.getTime() + Number(refused.headers['retry-after']) * 1000);
    expect(await asProgram(test.app, other, `${V1}/Deal?limit=1`)).toMatchObject({
      status: 200,
      headers: { 'x-quota-remaining': '9999' },
    });
  });

  it('and all calls are there for the owner to see, with those that failed', async () => {
    later();
    const id = await newAccount(test, { username: 'watcher', name: '示例观察者' });
    const watcher = await signInBy(test, 'watcher');
    const mine = await keyOf({ ...watcher }, { name: '看板' });
    const call = (url: string) => asProgram<unknown>(test.app, mine.secret, `${V1}/${url}`);
    await call('Deal?limit=5');
    await call('Firm?limit=200');
    const failed = await call('Deal?sort=nope');
    const usage = async () => made(await watcher.send<object>('GET', readUsage.path));
    const day = expect.any(String);
    await expect.poll(usage).toMatchObject({
      days: [
        { day, object: 'Deal', calls: 2, faults: 1, rows: 5 },
        { day, object: 'Firm', calls: 1, faults: 0, rows: 7 },
      ],
      faults: [
        {
          keyName: '看板',
          method: 'GET',
          path: `${V1}/Deal`,
          status: 400,
          code: codeOf('INVALID_QUERY'),
          requestId: failed.requestId,
        },
      ],
      today: { calls: 3, limit: 10_000 },
    });
    expect(id).not.toBe(owner.id);
  });
});
