import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PushedEvent } from '#schemas/api/events.ts';
import { notifyFollowers } from '#server/features/livestreams/notify-followers.ts';
import { made } from '#tests/support/editing.ts';
import { type LivestreamWorld, openLivestreamWorld } from '#tests/support/livestreams/livestreams.ts';
import { noticeWorld } from '#tests/support/staff/notices.ts';
import { staffRequests } from '#tests/support/staff/staff-requests.ts';

const FOLLOWED = 7;
let world: LivestreamWorld;
let notices: ReturnType<typeof noticeWorld>;
beforeAll(async () => {
  world = await openLivestreamWorld();
  notices = noticeWorld(world.test);
});
afterAll(() => world.test.close());
beforeEach(() => world.clear());

const heard = (who: 'member' | 'founder' | 'investor' = 'member') => notices.titles(who, FOLLOWED);

describe('who follows a livestream', () => {
  it('is informed once that it begins, by the account of what one follows; no other user is', async () => {
    const { id } = await world.announced();
    for (const who of ['member', 'founder'] as const) made(await world.follow(who, id));
    await world.sweepAt(59);
    expect(await heard()).toEqual([]);
    await world.sweepAt(60);
    await world.sweepAt(61);
    expect((await notices.page('member', FOLLOWED)).list).toMatchObject([
      {
        title: '直播开始：新能源路演',
        content: '您关注的直播已经开始，主讲：林知远 · 青禾创投。',
        link: '/lives',
        read: false,
      },
    ]);
    expect([await heard('founder'), await heard('investor')]).toEqual([['直播开始：新能源路演'], []]);
  });

  it('is informed once however many processes sweep at once', async () => {
    for (let index = 0; index < 5; index += 1) {
      const { id } = await world.announced({ title: `第${index}场` });
      made(await world.follow('member', id));
    }
    await Promise.all(Array.from({ length: 8 }, () => world.sweepAt(60)));
    expect((await heard()).toSorted()).toEqual([0, 1, 2, 3, 4].map((index) => `直播开始：第${index}场`));
  });

  it('is informed of other times, and then of the start as it is now', async () => {
    const live = await world.announced();
    made(await world.follow('member', live.id));
    const later = await world.changed(live, { startsAt: world.minute(90), endsAt: world.minute(24 * 60 + 90) });
    expect((await notices.page('member', FOLLOWED)).list[0]).toMatchObject({
      title: '直播改期：新能源路演',
      content: '您关注的直播改为 2026-11-21 13:30 至 2026-11-22 13:30，主讲：林知远 · 青禾创投。',
    });
    await world.sweepAt(60);
    expect(await heard()).toHaveLength(1);
    await world.sweepAt(90);
    expect(await heard()).toEqual(['直播开始：新能源路演', '直播改期：新能源路演']);
    // On air, it is broken off and goes on later.
    made(await world.change(later, { startsAt: world.minute(100), endsAt: world.minute(200) }));
    await world.sweepAt(100);
    expect(await heard()).toHaveLength(4);
  });

  it('is not informed of another title, host or address', async () => {
    const live = await world.announced();
    made(await world.follow('member', live.id));
    made(await world.change(live, { title: '新标题', host: '别人', link: 'https://live.example.com/2' }));
    expect(await heard()).toEqual([]);
  });

  it('is informed that it is called off, and not that it begins', async () => {
    const live = await world.announced();
    made(await world.follow('member', live.id));
    made(await world.cancel(live.id));
    expect((await notices.page('member', FOLLOWED)).list[0]).toMatchObject({
      title: '直播取消：新能源路演',
      content: '您关注的直播已取消，原定 2026-11-21 13:00 至 14:00。',
    });
    await world.sweepAt(60);
    expect(await heard()).toHaveLength(1);
  });

  it('is not shown what happened before he followed, nor after he did no longer', async () => {
    const [late, gone] = [await world.announced({ title: '晚来' }), await world.announced({ title: '早走' })];
    made(await world.follow('member', gone.id));
    made(await world.follow('member', gone.id, 0));
    world.setMinute(70);
    made(await world.follow('member', late.id));
    await world.sweepAt(71);
    expect(await heard()).toEqual([]);
  });

  it('is not informed that it began when it could not be announced before it was over', async () => {
    const { id } = await world.announced();
    made(await world.follow('member', id));
    await world.sweepAt(120);
    expect(await heard()).toEqual([]);
  });

  it('hears on screens that are open', async () => {
    const { id } = await world.announced();
    made(await world.follow('member', id));
    const events: PushedEvent[] = [];
    const uid = await staffRequests(world.test).uidOf('member');
    const stop = world.test.services.bus.subscribe((event) => events.push(event), uid);
    await world.sweepAt(60);
    stop();
    expect(events).toEqual([{ type: 'notice.changed' }]);
  });
});

describe('what was left untold', () => {
  it('is informed by the next sweep, without a notice twice', async () => {
    const { id } = await world.announced();
    const { database } = world.test.services;
    await database.pool.query(
      `with crowd as (
         insert into account (username, name, roles, vip_type, created_at)
         select 'crowd' || n, '观众', '{}', 0, $2 from generate_series(1, 1200) n returning id)
       insert into live_follow (account_id, live_id, at) select id, $1, $2 from crowd`,
      [id, world.minute(0)],
    );
    // The process ends when the first of them hear it.
    const hints = {
      announceNotice: () => {
        throw new Error('cut off');
      },
    };
    const now = new Date(world.minute(60));
    await expect(notifyFollowers({ db: database.db, hints }, now)).rejects.toThrow('cut off');
    const told = async () =>
      (
        await database.pool.query<{ all: number; people: number }>(
          'select count(*)::integer as all, count(distinct account_id)::integer as people from notice where type = 7',
        )
      ).rows[0];
    expect(await told()).toEqual({ all: 500, people: 500 });
    await world.sweepAt(61);
    await world.sweepAt(62);
    expect(await told()).toEqual({ all: 1200, people: 1200 });
  });

  it('gives way to what came after it: who has not heard of the start hears that it is off', async () => {
    const live = await world.announced();
    made(await world.follow('member', live.id));
    const { db } = world.test.services.database;
    await db
      .insertInto('live_telling')
      .values({ live_id: live.id, title: '旧', body: '旧', at: world.minute(0) })
      .execute();
    made(await world.cancel(live.id));
    expect(await heard()).toEqual(['直播取消：新能源路演']);
  });
});
