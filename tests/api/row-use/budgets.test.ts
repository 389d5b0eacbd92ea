import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readUsage, type RecordsRead } from '#schemas/api/api-keys.ts';
import { readBlocks } from '#schemas/api/details.ts';
import { askQuestion } from '#schemas/api/jingchat.ts';
import { queryDataByName } from '#schemas/api/metadata.ts';
import type { ExportState } from '#schemas/api/exports.ts';
import { made } from '#tests/support/editing.ts';
import type { SignedIn } from '#tests/support/account/people.ts';
import { codeOf, type Who as Kind } from '#tests/support/app/test-app.ts';
import { asProgram, keyOf } from '#tests/support/open/open-world.ts';
import { deals, LIST, ReadingWorld } from '#tests/support/row-use/reading-world.ts';

const LIMIT = 100;
const NAMES = queryDataByName.path;
const V1 = '/api/open/v1';
let world: ReadingWorld;
let change: (values: object) => Promise<void>;

beforeAll(async () => {
  world = await ReadingWorld.open(130);
  change = await world.budget({ title: '未认证的用户', kinds: ['member'], rowsPerDay: LIMIT });
  await world.budget({ title: '已认证', kinds: ['investor'], rowsPerDay: 100_000 });
  await world.budget({ title: '运营人员', kinds: ['staff'] });
});
afterAll(() => world.close());

const read = async (who: SignedIn): Promise<RecordsRead | undefined> =>
  made(await who.send<{ today: { read?: RecordsRead } }>('GET', readUsage.path)).today.read;
const spend = async <Who extends SignedIn>(who: Who): Promise<Who> => {
  made(await deals(who, LIMIT));
  return who;
};
const exportOf = async (who: SignedIn, more = {}) =>
  made(await who.send<ExportState>('POST', '/api/metadata/export', { objectApiName: 'Deal', format: 'csv', ...more }));
const file = (who: SignedIn, { id }: ExportState) =>
  world.test.app.inject({ url: `/api/metadata/export/${id}/file`, headers: { cookie: who.cookie } });

describe('records of a day', () => {
  it('are counted for lists, pages, search, programs and files together, which their reader sees', async () => {
    const who = await world.person();
    const { secret } = await keyOf(who);
    const page = made(await deals(who, 20));
    expect(page.list).toHaveLength(20);
    made(await who.send('GET', `/api/metadata/data/Deal/${page.list[0]?.id}`));
    // Ten names count as one record.
    made(await who.send('GET', `${NAMES}?objectApiName=Deal&pageSize=21`));
    const answer = await asProgram(world.test.app, secret, `${V1}/Deal?limit=10`);
    expect(answer).toMatchObject({
      status: 200,
      headers: { 'x-quota-rows-limit': '100', 'x-quota-rows-reset': answer.headers['x-quota-reset'] },
    });
    await file(who, await exportOf(who, { ids: page.list.slice(0, 7).map(({ id }) => id) }));
    const use = await read(who);
    expect(use).toEqual({ lists: 21, searches: 3, programs: 10, exports: 7, used: 41, limit: LIMIT, isSlow: false });
    expect(answer.headers['x-quota-rows-remaining']).toBe(String(LIMIT - 34));
  });

  it('end with a refusal that says until when, everywhere, and own lists go on', async () => {
    const who = await spend(await world.person());
    const refused = await world.test.app.inject({
      method: 'POST',
      url: LIST,
      headers: { cookie: who.cookie },
      payload: { objectApiName: 'Deal' },
    });
    expect(refused.statusCode).toBe(429);
    expect(refused.json()).toEqual({
      code: codeOf('TOO_MANY_REQUESTS'),
      msg: '今日可读取的 100 条记录已用完，请明天再试',
      data: { retryAfter: Number(refused.headers['retry-after']) },
    });
    const midnight = world.now.getTime() + Number(refused.headers['retry-after']) * 1000;
    expect(new Date(midnight).toISOString()).toMatch(/T16:00:00/);
    expect((await who.send('POST', LIST, { objectApiName: 'Notice' })).code).not.toBe(codeOf('TOO_MANY_REQUESTS'));
    expect((await who.send('POST', LIST, { objectApiName: 'MyOrder' })).status).toBe(200);
  });

  const ROUTES: Readonly<Record<string, (who: SignedIn) => Promise<{ status: number }>>> = {
    'a list': (who) => deals(who, 1),
    'a record': (who) => who.send('GET', '/api/metadata/data/Deal/1'),
    'the related lists of a record': (who) =>
      who.send('POST', readBlocks.path, { objectApiName: 'Deal', id: '1', related: [], charts: [] }),
    names: (who) => who.send('GET', `${NAMES}?objectApiName=Deal&name=1`),
    'whether a value is taken': (who) =>
      who.send('POST', '/api/metadata/data/Deal/taken', { field: 'name', values: { name: '交易 1' } }),
    suggestions: (who) => who.send('GET', '/api/metadata/insight/search/word?wd=1'),
    search: (who) => who.send('GET', '/api/metadata/insight/search?wd=1'),
    'a question': (who) => who.send('POST', askQuestion.path, { question: '有多少企业' }),
    'the file of an export': async (who) => ({ status: (await file(who, await exportOf(who))).statusCode }),
    'a list of a program': async (who) => asProgram(world.test.app, (await keyOf(who)).secret, `${V1}/Deal?limit=1`),
    'a copy of a program': async (who) =>
      asProgram(world.test.app, (await keyOf(who)).secret, `${V1}/Deal/delta?since=full`),
    'a record of a program': async (who) => asProgram(world.test.app, (await keyOf(who)).secret, `${V1}/Deal/1`),
    'names of a program': async (who) =>
      asProgram(world.test.app, (await keyOf(who)).secret, `${V1}/Deal/resolve`, { payload: { names: ['交易 1'] } }),
  };

  it.each(Object.keys(ROUTES))('refuse %s to who has read all', async (route) => {
    const who = await spend(await world.person());
    expect(await ROUTES[route]?.(who)).toMatchObject({ status: 429 });
  });

  it('are by what a user is, and without end where staff set none', async () => {
    const investor = await spend(await world.person(['LP']));
    expect((await deals(investor, 1)).status).toBe(200);
    expect(await read(investor)).toMatchObject({ used: 101, limit: 100_000 });
    const list = (who: Kind) => world.test.post(who, LIST, { objectApiName: 'Deal', pageSize: 100 });
    for (const who of ['staff', 'organisation'] as const)
      for (let page = 0; page < 3; page += 1) expect((await list(who)).status).toBe(200);
    const staff = made(await world.test.get<{ today: object }>('staff', readUsage.path));
    expect(staff.today).toMatchObject({ read: { used: 300, limit: null } });
    const uncounted = made(await world.test.get<{ today: object }>('organisation', readUsage.path));
    expect(uncounted.today).not.toHaveProperty('read');
  });

  it('are more as soon as staff say so', async () => {
    const who = await spend(await world.person());
    expect((await deals(who, 1)).status).toBe(429);
    await change({ rowsPerDay: LIMIT + 1 });
    expect((await deals(who, 1)).status).toBe(200);
    expect((await deals(who, 1)).status).toBe(429);
    await change({ rowsPerDay: LIMIT });
  });

  it('begin again at midnight in Asia/Shanghai, and what was read before it stays with the day before', async () => {
    world.at('2026-11-26T15:59:59.000Z');
    const who = await spend(await world.person());
    expect(await deals(who, 1)).toMatchObject({ status: 429, data: { retryAfter: 1 } });
    world.later(1);
    made(await deals(who, 3));
    expect(await read(who)).toMatchObject({ used: 3 });
    const kept = await world.test.services.database.db
      .selectFrom('row_day')
      .select(['day', 'lists'])
      .where('account_id', '=', who.id)
      .orderBy('day')
      .execute();
    expect(kept).toEqual([
      { day: '2026-11-26', lists: 100 },
      { day: '2026-11-27', lists: 3 },
    ]);
  });

  it('are one count for all processes', async () => {
    const further = await world.further();
    const here = await world.person();
    const there = further.as(here);
    made(await deals(here, 60));
    made(await deals(there, 50));
    // Each learns what the other counted by storing its own.
    await read(here);
    expect(await read(there)).toMatchObject({ used: 110, lists: 110 });
    await read(here);
    expect((await deals(here, 1)).status).toBe(429);
    expect((await deals(there, 1)).status).toBe(429);
    await further.close();
    expect(await read(here)).toMatchObject({ used: 110 });
  });
});

describe('a file', () => {
  it('of more records than are left is refused before it begins, and says how many are left', async () => {
    const who = await world.person();
    const refused = await file(who, await exportOf(who));
    expect(refused.statusCode).toBe(429);
    expect(refused.json()).toMatchObject({
      msg: '这份导出有 130 条记录，今日还可读取 100 条，请缩小范围或明天再试',
    });
    expect(await read(who)).toMatchObject({ used: 0 });
  });
});
