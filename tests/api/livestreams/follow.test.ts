import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listLivestreams, saveFollow } from '#schemas/api/livestreams.ts';
import { made } from '#tests/support/editing.ts';
import { type LivestreamWorld, openLivestreamWorld } from '#tests/support/livestreams/livestreams.ts';
import { noticeWorld } from '#tests/support/staff/notices.ts';
import { newAccount, signInBy, takeCopy } from '#tests/support/account/people.ts';
import { codeOf, TEST_PASSWORD } from '#tests/support/app/test-app.ts';

let world: LivestreamWorld;
beforeAll(async () => {
  world = await openLivestreamWorld();
});
afterAll(() => world.test.close());
beforeEach(() => world.clear());

const follows = async () => (await world.test.services.database.pool.query('select * from live_follow')).rowCount;

describe('following a livestream', () => {
  it('is done once, of many presses that come at once, and taken back the same way', async () => {
    const { id } = await world.announced();
    const answers = await Promise.all(Array.from({ length: 10 }, () => world.follow('member', id)));
    expect(answers.map(({ data }) => data.followed)).toEqual(Array.from({ length: 10 }, () => true));
    expect(await follows()).toBe(1);
    const back = await Promise.all(Array.from({ length: 10 }, () => world.follow('member', id, 0)));
    expect(back.map(({ data }) => data.followed)).toEqual(Array.from({ length: 10 }, () => false));
    expect(await follows()).toBe(0);
  });

  it('is one person’s own: no other user sees or changes it', async () => {
    const { id } = await world.announced();
    made(await world.follow('founder', id));
    expect((await world.page('founder')).list[0]?.followed).toBe(true);
    expect((await world.page('member')).list[0]?.followed).toBe(false);
    expect(await world.titles('member', 'followed=1')).toEqual([]);
    made(await world.follow('member', id, 0));
    expect(await world.titles('founder', 'followed=1')).toEqual(['新能源路演']);
    expect((await world.list())[0]?.followers).toBe(1);
  });

  it('begins no more once the livestream is over or called off, and can be ended even then', async () => {
    const over = await world.announced({ title: '结束的' });
    const off = await world.announced({ title: '取消的' });
    for (const { id } of [over, off]) made(await world.follow('member', id));
    made(await world.cancel(off.id));
    expect(await world.follow('founder', off.id)).toMatchObject({
      code: codeOf('CONFLICT'),
      msg: '直播已取消，无法关注',
    });
    world.setMinute(119);
    made(await world.follow('founder', over.id));
    world.setMinute(120);
    expect(await world.follow('investor', over.id)).toMatchObject({ status: 409, msg: '直播已结束，无法关注' });
    for (const { id } of [over, off]) expect(made(await world.follow('member', id, 0)).followed).toBe(false);
  });

  it.each([
    ['a livestream that there is not', { id: '999999', action: 1 }, 404],
    ['no livestream', { action: 1 }, 422],
    ['an id that is none', { id: 'x', action: 1 }, 422],
    ['an action that there is not', { id: '1', action: 2 }, 422],
    ['an action as text', { id: '1', action: '1' }, 422],
    ['something more', { id: '1', action: 1, uid: '2' }, 422],
  ])('of %s is refused', async (_, body, status) => {
    expect((await world.test.post('member', saveFollow.path, body)).status).toBe(status);
    expect(await follows()).toBe(0);
  });

  it('is for people who are signed in, as is the list', async () => {
    const { id } = await world.announced();
    expect((await world.follow('visitor', id)).code).toBe(codeOf('SESSION_INVALID'));
    expect((await world.test.get('visitor', listLivestreams.path)).code).toBe(codeOf('SESSION_INVALID'));
  });

  it('ends with the account, and is in the copy of what is kept of it', async () => {
    await newAccount(world.test, { username: 'leaving', name: '离去者' });
    const browser = await signInBy(world.test, 'leaving');
    const { id } = await world.announced();
    made(await browser.send('POST', saveFollow.path, { id, action: 1 }));
    const copy = JSON.parse((await takeCopy(browser)).text) as { followedLivestreams: object[] };
    expect(copy.followedLivestreams).toMatchObject([{ title: '新能源路演', starts_at: world.minute(60) }]);
    made(await browser.send('POST', '/api/rong/user/close', { password: TEST_PASSWORD }));
    expect(await follows()).toBe(0);
  });
});

describe('the list of lives', () => {
  it('has what is on air and coming first, the soonest first, then what is over or called off, the latest first', async () => {
    for (const [title, start, end] of [
      ['早已结束', 10, 20],
      ['刚结束', 30, 40],
      ['后天', 3000, 3060],
      ['直播中', 50, 200],
      ['马上', 110, 130],
    ] as const)
      await world.announced({ title, startsAt: world.minute(start), endsAt: world.minute(end) });
    const { id } = await world.announced({ title: '取消的', startsAt: world.minute(90), endsAt: world.minute(150) });
    made(await world.cancel(id));
    world.setMinute(100);
    expect(await world.titles('member')).toEqual(['直播中', '马上', '后天', '取消的', '刚结束', '早已结束']);
    expect((await world.page('member')).list[3]).toMatchObject({ isCancelled: true, followed: false });
  });

  it('comes in pages of ten, all of one clock, without gaps and twice nothing', async () => {
    for (let index = 0; index < 25; index += 1)
      // Two at a time begin together.
      await world.announced({
        title: `第${index}场`,
        startsAt: world.minute(10 + 2 * Math.floor(index / 2)),
        endsAt: world.minute(1000),
      });
    for (let index = 0; index < 8; index += 1)
      await world.announced({ title: `短${index}`, startsAt: world.minute(1), endsAt: world.minute(2 + index) });
    world.setMinute(9);
    const seen: string[] = [];
    const sizes: number[] = [];
    for (let after: string | null | undefined; after !== null;) {
      const page = await world.page('member', after === undefined ? '' : `after=${after}`);
      seen.push(...page.list.map(({ title }) => title));
      sizes.push(page.list.length);
      after = page.after;
      // What ends between two pages is still where it was.
      world.setMinute(1000);
    }
    expect(sizes).toEqual([10, 10, 10, 3]);
    expect(new Set(seen).size).toBe(33);
    expect(seen.slice(0, 2)).toEqual(['第0场', '第1场']);
    expect(seen.slice(-2)).toEqual(['短1', '短0']);
  });

  it('ends exactly where a page is full', async () => {
    for (let index = 0; index < 10; index += 1) await world.announced({ title: `第${index}场` });
    expect(await world.page('member')).toMatchObject({ after: null });
    expect((await world.page('member')).list).toHaveLength(10);
  });

  it('narrows to what one follows, over and called off as well', async () => {
    const [one, two] = [await world.announced({ title: '一' }), await world.announced({ title: '二' })];
    await world.announced({ title: '三' });
    for (const { id } of [one, two]) made(await world.follow('svip', id));
    made(await world.cancel(two.id));
    expect(await world.titles('svip', 'followed=1')).toEqual(['一', '二']);
    expect(await world.titles('svip', 'followed=0')).toHaveLength(3);
  });

  it.each(['followed=2', 'followed=x', 'after=1', 'after=1.2.3.4', 'after=9999999999999999.0.1.1', 'page=1'])(
    'refuses %s',
    async (query) => {
      expect((await world.test.get('member', `${listLivestreams.path}?${query}`)).status).toBe(422);
    },
  );

  it('begins anywhere that a cursor may say', async () => {
    expect(await world.titles('member', 'after=9999999999999.0.9999999999999.999999999999999999')).toEqual([]);
  });
});

describe('hasLiving of the counter', () => {
  it('is true while a livestream that one follows is on air, and false when it is not asked for', async () => {
    const notices = noticeWorld(world.test);
    const living = async (who: 'member' | 'founder' = 'member', query?: string) =>
      (await notices.unread(who, query)).hasLiving;
    const { id } = await world.announced();
    made(await world.follow('member', id));
    expect(await living()).toBe(false);
    world.setMinute(60);
    expect([await living(), await living('founder'), await living('member', '?hasLiving=0')]).toEqual([
      true,
      false,
      false,
    ]);
    made(await world.follow('member', id, 0));
    expect(await living()).toBe(false);
    made(await world.follow('member', id));
    world.setMinute(120);
    expect(await living()).toBe(false);
    world.setMinute(90);
    made(await world.cancel(id));
    expect(await living()).toBe(false);
  });
});
