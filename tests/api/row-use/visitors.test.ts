import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RecordsRead } from '#schemas/api/api-keys.ts';
import type { Home } from '#schemas/api/home.ts';
import { readRowsToday } from '#schemas/api/profile.ts';
import type { RecordReply } from '#schemas/api/records.ts';
import { DAY_MS } from '#shared/time/durations.ts';
import type { SignedIn } from '#tests/support/account/people.ts';
import { made, newObject, saveDefinition } from '#tests/support/editing.ts';
import { ReadingWorld } from '#tests/support/row-use/reading-world.ts';

const LIMIT = 10;
const DATA = '/api/metadata/data';
let world: ReadingWorld;
let record: string;

beforeAll(async () => {
  world = await ReadingWorld.open(1);
  const text = { apiName: 'title', type: 'text', label: '标题' } as const;
  const access = { list: 'everyone', detail: 'everyone', create: 'staff', edit: 'staff' } as const;
  const bulletin = newObject('Bulletin', [text], { access, route: '/data/Bulletin' });
  made(await saveDefinition(world.test, bulletin));
  record = await create('Bulletin', { title: '公告' });
  await world.budget({ title: '未登录的访客', kinds: ['visitor'], rowsPerDay: LIMIT });
  await world.budget({ title: '未认证的用户', kinds: ['member'], rowsPerDay: LIMIT });
});
afterAll(() => world.close());

async function create(objectApiName: string, values: object): Promise<string> {
  const body = { clientKey: `made-for-${objectApiName}`, values };
  return made(await world.test.post<RecordReply>('staff', `${DATA}/${objectApiName}`, body)).record.id;
}
const today = async (who: SignedIn) => made(await who.send<RecordsRead | null>('GET', readRowsToday.path));
const read = (who: SignedIn) => who.send('GET', `${DATA}/Bulletin/${record}`);
/** A visitor at an address opens the page of a record that is open to all. */
async function look(remoteAddress: string, app = world.test.app) {
  const reply = await app.inject({ url: `${DATA}/Bulletin/${record}`, remoteAddress });
  return { status: reply.statusCode, msg: reply.json<{ msg: string }>().msg };
}
async function spend(address: string): Promise<void> {
  for (let page = 0; page < LIMIT; page += 1) expect((await look(address)).status).toBe(200);
}

describe('what visitors read', () => {
  it('is counted by the address that they come from, and the refusal leads to signing in', async () => {
    await spend('203.0.113.7');
    const refused = await look('203.0.113.7');
    expect(refused.status).toBe(429);
    expect(refused.msg).toMatch(/^未登录每日可读取的 10 条记录已用完，登录后可继续，请.+再试$/);
    expect((await look('203.0.113.8')).status).toBe(200);
  });

  it('is one count for an IPv6 network, and not that of a user who signs in there', async () => {
    await spend('2001:db8:1:2::7');
    expect((await look('2001:db8:1:2:ffff::9')).status).toBe(429);
    expect((await look('2001:db8:1:3::7')).status).toBe(200);
    const who = await world.person();
    expect((await read(who)).status).toBe(200);
    expect(await today(who)).toMatchObject({ used: 1 });
  });

  it('is one count for all processes, keeps no address, and begins again at midnight', async () => {
    await spend('203.0.113.50');
    const who = await world.person();
    // Who asks for the own count has all of them stored.
    await today(who);
    const further = await world.further();
    expect((await look('203.0.113.50', further.app)).status).toBe(429);
    await further.close();
    const kept = await world.test.services.database.db.selectFrom('visitor_row_day').selectAll().execute();
    expect(kept.map(({ rows }) => rows)).toContain(LIMIT);
    expect(JSON.stringify(kept)).not.toContain('203.0.113');
    world.later(DAY_MS / 1000);
    expect((await look('203.0.113.50')).status).toBe(200);
  });
});

describe('the first page', () => {
  it('counts the records of its blocks, and refuses those alone when no more may be read', async () => {
    const block = { kind: 'list', objectName: 'Bulletin', width: 'half', position: 1, published: true };
    const id = await create('HomeBlock', { ...block, title: '公告', audience: ['member'] });
    const who = await world.person();
    const page = async () => made(await who.send<Home>('GET', `/api/home?only=${id}`)).blocks[0];
    expect((await page())?.content).toMatchObject({ kind: 'records', total: 1 });
    expect(await today(who)).toMatchObject({ used: 1, lists: 1, limit: LIMIT });
    for (let reads = 1; reads < LIMIT; reads += 1) made(await read(who));
    expect(await page()).toMatchObject({
      title: '公告',
      refused: { message: expect.stringMatching(/^今日可读取的 10 条记录已用完/) },
    });
    expect((await who.send('GET', '/api/home')).status).toBe(200);
  });
});
