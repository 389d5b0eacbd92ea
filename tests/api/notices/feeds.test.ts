import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FEED_TYPES, type FeedType } from '#schemas/api/notices.ts';
import { insertNotice } from '#server/platform/notifications/queries.ts';
import { notifyUser } from '#server/platform/notifications/notify-user.ts';
import { newAccount, signInBy } from '#tests/support/account/people.ts';
import { noticeWorld } from '#tests/support/staff/notices.ts';
import { staffRequests } from '#tests/support/staff/staff-requests.ts';
import { openTestApp, TEST_NOW, type TestApp, type Who } from '#tests/support/app/test-app.ts';

let test: TestApp;
let world: ReturnType<typeof noticeWorld>;
const uids: Partial<Record<Who, string>> = {};

beforeAll(async () => {
  test = await openTestApp();
  world = noticeWorld(test);
  const staff = staffRequests(test);
  for (const who of ['member', 'founder', 'investor', 'svip', 'staff'] as const) uids[who] = await staff.uidOf(who);
});
afterAll(() => test.close());
beforeEach(async () => {
  const { db } = test.services.database;
  await db.deleteFrom('notice').execute();
  await db.deleteFrom('notice_cursor').execute();
});

const tell = (who: Who, title: string, type: FeedType = 3) => {
  const { database, now } = test.services;
  return database.db
    .transaction()
    .execute((trx) =>
      notifyUser(trx, { accountId: uids[who] ?? '', type, title, body: title, key: `${who}:${type}:${title}` }, now()),
    );
};

describe('the feed of a system account', () => {
  it('is what is for the person, for his kinds of today and for all, newest first, and nothing of another', async () => {
    await tell('founder', '认证已通过');
    await world.sent({ title: '给所有人' });
    await world.sent({ title: '给创业者', audience: 'segment', kinds: ['founder'] });
    await world.sent({ title: '给投资人与会员', audience: 'segment', kinds: ['investor', 'svip'] });
    await world.sent({ title: '给一个人', audience: 'one', uid: uids.member });
    expect(await world.titles('founder')).toEqual(['给创业者', '给所有人', '认证已通过']);
    expect(await world.titles('investor')).toEqual(['给投资人与会员', '给所有人']);
    expect(await world.titles('svip')).toEqual(['给投资人与会员', '给所有人']);
    expect(await world.titles('member')).toEqual(['给一个人', '给所有人']);
    expect(await world.titles('founder', 4)).toEqual([]);
    expect((await test.get('visitor', '/api/rong/systemMsgList?type=3')).status).toBe(401);
  });

  it('follows the role that a user has today: 注册用户 are those who are certified as nothing', async () => {
    const id = await newAccount(test, { username: 'changing', name: '转变者' });
    await world.sent({ title: '给注册用户', audience: 'segment', kinds: ['member'] });
    await world.sent({ title: '给创业者', audience: 'segment', kinds: ['founder'] });
    const titles = async () => {
      const { data } = await (
        await signInBy(test, 'changing')
      ).send<{ list: { title: string }[] }>('GET', '/api/rong/systemMsgList?type=3');
      return data.list.map(({ title }) => title);
    };
    expect(await titles()).toEqual(['给注册用户']);
    const { db } = test.services.database;
    await db
      .updateTable('account')
      .set({ roles: ['START_UP'] })
      .where('id', '=', id)
      .execute();
    await test.services.changes.announce(id);
    expect(await titles()).toEqual(['给创业者']);
  });

  it('begins with the account: what was said to all before it is not sent again', async () => {
    const before = new Date(TEST_NOW.getTime() - 1000);
    const all = { type: 3, audience: 'all', accountId: null, kinds: [], body: '正文', link: null, by: null } as const;
    const { db } = test.services.database;
    await insertNotice(db, { ...all, title: '之前', key: 'before' }, before);
    await insertNotice(db, { ...all, title: '同时', key: 'same' }, TEST_NOW);
    expect(await world.titles('member')).toEqual(['同时']);
    expect((await world.unread('member')).total).toBe(1);
  });

  it('comes in pages of ten, the analyst’s of twenty, without gaps and twice nothing', async () => {
    for (let index = 0; index < 12; index += 1) {
      await tell('founder', `通知${index}`);
      await world.sent({ title: `公告${index}` });
    }
    for (let index = 0; index < 21; index += 1) await tell('founder', `观点${index}`, 4);
    const seen: string[] = [];
    const sizes: number[] = [];
    for (let after: string | null | undefined; after !== null;) {
      const page = await world.page('founder', 3, after);
      seen.push(...page.list.map(({ title }) => title));
      sizes.push(page.list.length);
      after = page.after;
    }
    expect(sizes).toEqual([10, 10, 4]);
    expect(new Set(seen).size).toBe(24);
    expect(seen.slice(0, 2)).toEqual(['公告11', '通知11']);
    expect((await world.page('founder', 4)).list).toHaveLength(20);
  });

  it('refuses accounts that have no feed, and templates that are not its own', async () => {
    for (const query of ['type=5', 'type=9', 'type=x', 'type=3&tplId=1', 'type=3&after=x', ''])
      expect((await test.get('member', `/api/rong/systemMsgList?${query}`)).status).toBe(422);
  });
});

describe('what has been on screen', () => {
  it('is read up to the entry, and the cursor never goes back nor past what is there', async () => {
    const first = await world.sent({ title: '一' });
    const second = await world.sent({ title: '二' });
    expect((await world.read('member', 3, first.id)).data).toEqual({ unreadCount: 1 });
    expect((await world.page('member')).list.map(({ read }) => read)).toEqual([false, true]);
    expect((await world.read('member', 3, second.id)).data).toEqual({ unreadCount: 0 });
    expect((await world.read('member', 3, first.id)).data).toEqual({ unreadCount: 0 });
    expect((await world.read('member', 3, '999999999999999999')).data).toEqual({ unreadCount: 0 });
    await world.sent({ title: '三' });
    expect((await world.unread('member')).total).toBe(1);
    expect((await world.unread('founder')).total).toBe(3);
  });

  it('is not what only another has: his entry as the cursor reads none of mine', async () => {
    await tell('founder', '给创业者的');
    const mine = await world.sent({ title: '给所有人' });
    await tell('founder', '再给创业者的');
    const [last] = (await world.page('founder')).list;
    expect((await world.read('member', 3, last?.id ?? '')).data).toEqual({ unreadCount: 0 });
    const { db } = test.services.database;
    const cursor = db
      .selectFrom('notice_cursor')
      .select('read_id')
      .where('account_id', '=', uids.member ?? '');
    expect((await cursor.executeTakeFirst())?.read_id).toBe(mine.id);
  });

  it('ends at the furthest of many that come at once', async () => {
    const ids: string[] = [];
    for (const title of ['一', '二', '三', '四', '五', '六']) ids.push((await world.sent({ title })).id);
    await Promise.all(ids.toReversed().map((id) => world.read('member', 3, id)));
    expect((await world.unread('member')).total).toBe(0);
  });
});

describe('the counter', () => {
  it('counts the system notice, the analyst and the livestream accounts, not the helper; hasLiving=0 leaves the livestream out', async () => {
    for (const type of FEED_TYPES) await tell('investor', '新消息', type);
    expect(await world.unread('investor')).toEqual({
      total: 4,
      chat: 0,
      hasLiving: false,
      system: [
        { systemMsgType: 3, unreadCount: 1, chatUid: 'notice' },
        { systemMsgType: 4, unreadCount: 1, chatUid: 'analyst' },
        { systemMsgType: 6, unreadCount: 1, chatUid: 'liveHelper' },
        { systemMsgType: 7, unreadCount: 1, chatUid: 'liveFollow' },
      ],
    });
    const few = await world.unread('investor', '?hasLiving=0');
    expect([few.total, few.system.map(({ systemMsgType }) => systemMsgType)]).toEqual([2, [3, 4]]);
  });

  it('is exact below a hundred and counts no further', async () => {
    for (let index = 0; index < 99; index += 1) await tell('svip', `第${index}条`);
    expect((await world.unread('svip')).total).toBe(99);
    for (let index = 0; index < 30; index += 1) await tell('svip', `又${index}条`);
    await world.sent({});
    expect((await world.unread('svip')).system[0]?.unreadCount).toBe(100);
  });

  it('adds what people wrote who are not muted', async () => {
    const { db } = test.services.database;
    const box = { user_id: uids.svip ?? '', rev: '1', sort_at: TEST_NOW };
    await db
      .insertInto('chat_inbox')
      .values([
        { ...box, conversation_id: '1', peer_id: uids.founder ?? '', unread: 3 },
        { ...box, conversation_id: '2', peer_id: uids.investor ?? '', unread: 4, muted: true },
        { ...box, conversation_id: '3', peer_id: uids.staff ?? '', unread: 2 },
      ])
      .execute();
    await tell('svip', '一条通知');
    expect(await world.unread('svip')).toMatchObject({ total: 6, chat: 5 });
    await db.deleteFrom('chat_inbox').execute();
  });
});

describe('the list of system accounts', () => {
  it('names all five, the helper as the platform’s assistant, with the last word and what is unread', async () => {
    await tell('member', '欢迎加入', 2);
    await tell('member', '旧通知');
    await tell('member', '新通知');
    const list = await world.summaries('member');
    expect(
      list.map(({ name, chatUid, unreadCount, lastChatContent }) => [name, chatUid, unreadCount, lastChatContent]),
    ).toEqual([
      ['鲸图助手', 'helper', 1, '欢迎加入'],
      ['系统通知', 'notice', 2, '新通知'],
      ['分析师', 'analyst', 0, null],
      ['直播助手', 'liveHelper', 0, null],
      ['直播关注', 'liveFollow', 0, null],
    ]);
    expect(list[1]).toMatchObject({ contentType: 0, updatedAt: TEST_NOW.toISOString() });
    expect(list[2]).toMatchObject({ contentType: null, updatedAt: null });
  });
});
