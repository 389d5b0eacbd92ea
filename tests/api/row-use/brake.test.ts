import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readUsage, type RecordsRead } from '#schemas/api/api-keys.ts';
import type { ListReply } from '#schemas/api/records.ts';
import { DAY_MS } from '#shared/time/durations.ts';
import { made } from '#tests/support/editing.ts';
import type { SignedIn } from '#tests/support/account/people.ts';
import { deals, LIST, ReadingWorld } from '#tests/support/row-use/reading-world.ts';

let world: ReadingWorld;

beforeAll(async () => {
  world = await ReadingWorld.open(100);
  const slow = { slowAbove: 50, slowTimes: 10, slowRows: 60 };
  await world.budget({ title: '未认证的用户', kinds: ['member'], rowsPerDay: 10_000, ...slow });
});
afterAll(() => world.close());

const use = async (who: SignedIn) =>
  made(await who.send<{ today: { read?: RecordsRead } }>('GET', readUsage.path)).today.read;

/** A user who read so many records on each of some days before. */
async function usedTo(rows: number, days: number) {
  const who = await world.person();
  await world.test.services.database.db
    .insertInto('row_day')
    .values(
      Array.from({ length: days }, (_, at) => ({
        account_id: who.id,
        day: new Date(world.now.getTime() - (at + 1) * DAY_MS).toISOString().slice(0, 10),
        lists: rows,
        seen_at: world.now,
      })),
    )
    .execute();
  return who;
}
const outliers = async (filter?: object) =>
  made(await world.test.post<ListReply>('staff', LIST, { objectApiName: 'RowUse', ...(filter && { filter }) })).list;

describe('who reads far more than usual', () => {
  it('is slowed down, not shut out: so many at once, then as fast as staff set', async () => {
    const who = await usedTo(5, 6);
    made(await deals(who, 50));
    expect(await use(who)).toMatchObject({ used: 50, isSlow: false });
    made(await deals(who, 31));
    expect(await use(who)).toMatchObject({ used: 81, isSlow: true });
    // One record a second: 31 of them are a second more than may be read at once.
    const refused = await deals(who, 1);
    expect(refused).toMatchObject({
      status: 429,
      msg: '今日读取的记录远多于平常，已放慢（今日还可读取 9,919 条），请 1 秒后再试',
      data: { retryAfter: 1 },
    });
    world.later(1);
    expect((await deals(who, 1)).status).toBe(200);
    expect((await deals(who, 1)).status).toBe(429);
  });

  it('is slowed down by all processes alike', async () => {
    const who = await usedTo(5, 6);
    const further = await world.further();
    made(await deals(who, 51));
    made(await deals(who, 31));
    await use(who);
    expect((await deals(further.as(who), 1)).status).toBe(429);
    await further.close();
  });

  it('is notified of it once, and staff see it', async () => {
    const who = await usedTo(5, 6);
    made(await deals(who, 60));
    made(await deals(who, 1));
    await use(who);
    const [row] = await outliers({ field: 'person', op: 'in', value: [who.id] });
    expect(row).toMatchObject({ state: ['slowed'], total: 61, lists: 61, usual: 5, budget: 10_000 });
    const kept = await world.test.services.database.db
      .selectFrom('notice')
      .select(['title', 'body', 'link'])
      .where('account_id', '=', who.id)
      .execute();
    expect(kept).toEqual([
      {
        title: '读取的记录远多于平常',
        body: expect.stringContaining('61 条记录，平常每天约 5 条'),
        link: '/developer',
      },
    ]);
  });

  it('is no user whose days are few, and none who is used to it', async () => {
    const [fresh, heavy] = [await usedTo(1, 4), await usedTo(50, 6)];
    for (const who of [fresh, heavy]) {
      for (let page = 0; page < 4; page += 1) made(await deals(who, 100));
      expect(await use(who)).toMatchObject({ used: 400, isSlow: false });
    }
  });
});

describe('the list of outliers', () => {
  it('has who read all they may and who read more than half, and no other; staff alone read it', async () => {
    await world.budget({ title: '创业者', kinds: ['founder'], rowsPerDay: 60 });
    const [all, half, little] = [
      await world.person(['START_UP']),
      await world.person(['START_UP']),
      await world.person(['START_UP']),
    ];
    made(await deals(all, 60));
    await deals(all, 1);
    made(await deals(half, 31));
    made(await deals(little, 30));
    for (const who of [all, half, little]) await use(who);
    const rows = await outliers({ field: 'person', op: 'in', value: [all.id, half.id, little.id] });
    expect(rows.map(({ state, total }) => ({ state, total }))).toEqual([
      { state: ['spent'], total: 60 },
      { state: ['half'], total: 31 },
    ]);
    for (const who of ['member', 'svip'] as const)
      expect((await world.test.post(who, LIST, { objectApiName: 'RowUse' })).status).toBe(403);
  });
});
