import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { countNoticeReach } from '#schemas/api/notices.ts';
import type { PushedEvent } from '#schemas/api/events.ts';
import { STAFF_LISTS } from '#server/db/migrations/staff-lists.ts';
import { made } from '#tests/support/editing.ts';
import { newAccount, signInBy } from '#tests/support/account/people.ts';
import { approveAll } from '#tests/support/staff/approve-requests.ts';
import { noticeWorld } from '#tests/support/staff/notices.ts';
import { askList } from '#tests/support/staff/staff-list.ts';
import { staffRequests } from '#tests/support/staff/staff-requests.ts';
import { codeOf, openTestApp, TEST_PASSWORD, type TestApp } from '#tests/support/app/test-app.ts';

let test: TestApp;
let world: ReturnType<typeof noticeWorld>;
let staff: ReturnType<typeof staffRequests>;

beforeAll(async () => {
  test = await openTestApp();
  world = noticeWorld(test);
  staff = staffRequests(test);
});
afterAll(() => test.close());
beforeEach(async () => {
  const { db } = test.services.database;
  await db.deleteFrom('notice').execute();
  await db.deleteFrom('notice_cursor').execute();
});

const reach = async (kinds: readonly string[]) =>
  made(await test.post<{ people: number }>('staff', countNoticeReach.path, { kinds })).people;

const HINT: PushedEvent = { type: 'notice.changed' };

/** What screens of a person hear, from now on. */
function hintsOf(uid: string) {
  const heard: PushedEvent[] = [];
  const stop = test.services.bus.subscribe((event) => heard.push(event), uid);
  return { take: () => heard.splice(0), stop };
}

describe('a notice of staff', () => {
  it('goes to one person, to kinds of people or to all, and is in the log', async () => {
    const uid = await staff.uidOf('member');
    const { id } = await world.sent({
      audience: 'one',
      uid,
      title: '  请完善资料 ',
      content: '第一行\n第二行',
      link: '/identity',
    });
    expect(await world.list()).toMatchObject([
      {
        id,
        state: 'sent',
        account: '3',
        audience: 'one',
        person: { id: uid, name: '示例新用户' },
        title: '请完善资料',
        content: '第一行\n第二行',
        link: '/identity',
        sentBy: { name: '示例运营' },
        readers: 0,
      },
    ]);
    await world.sent({ audience: 'segment', kinds: ['investor', 'founder', 'founder'], title: '路演报名' });
    await world.sent({ type: 4, title: '月度观点' });
    expect((await world.list()).map(({ title, kinds }) => [title, kinds])).toEqual([
      ['月度观点', []],
      ['路演报名', ['founder', 'investor']],
      ['请完善资料', []],
    ]);
    expect((await staff.log(`?targetKind=notice&targetId=${id}`)).list).toMatchObject([
      { action: 'notice.sent', reason: '请完善资料', details: { audience: 'one', account: uid } },
    ]);
  });

  it.each([
    ['no title', { title: '   ' }, 'title', '长度在 1 到 50 个字符'],
    ['a title of 51 characters', { title: '😀'.repeat(51) }, 'title', '长度在 1 到 50 个字符'],
    ['nothing to say', { content: '' }, 'content', '长度在 1 到 1000 个字符'],
    ['1001 characters', { content: '字'.repeat(1001) }, 'content', '长度在 1 到 1000 个字符'],
    ['a link to another place', { link: 'https://evil.example/' }, 'link', '链接必须是本平台的路径，以 / 开头'],
    [
      'a link that browsers read as another place',
      { link: '//evil.example' },
      'link',
      '链接必须是本平台的路径，以 / 开头',
    ],
    ['a link of script', { link: 'javascript:alert(1)' }, 'link', '链接必须是本平台的路径，以 / 开头'],
    ['no receiver', { audience: 'one' }, 'uid', '请选择接收人'],
    ['an unknown user', { audience: 'one', uid: '99999999' }, 'uid', '用户不存在或已注销'],
    ['no kinds of people', { audience: 'segment', kinds: [] }, 'kinds', '请至少选择一类人群'],
    ['kinds that there are not', { audience: 'segment', kinds: ['king'] }, 'kinds', '选择的人群不存在'],
  ])('with %s is refused at its field', async (_, more, field, message) => {
    expect((await world.send(more)).problems).toEqual([{ field, message }]);
    expect(await world.list()).toEqual([]);
  });

  it('of 50 and 1000 characters goes out whole', async () => {
    await world.sent({ title: '😀'.repeat(50), content: '字'.repeat(1000) });
    const [sent] = await world.list();
    expect([[...(sent?.title ?? '')].length, sent?.content.length]).toEqual([50, 1000]);
  });

  it('is sent once for each key, however many presses come at once; the key is good for no other', async () => {
    const key = world.key();
    const before = (await staff.log('?action=notice.sent')).list.length;
    const answers = await Promise.all([1, 2, 3, 4].map(() => world.send({ key, title: '只发一次' })));
    expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1);
    expect(await world.titles('founder')).toEqual(['只发一次']);
    expect((await staff.log('?action=notice.sent')).list.length).toBe(before + 1);
    expect((await world.send({ key, title: '另一条' })).code).toBe(codeOf('CONFLICT'));
  });

  it('is for staff alone to send, list, count and take back', async () => {
    const { id } = await world.sent({});
    for (const who of ['visitor', 'member', 'founder', 'investor', 'organisation', 'svip'] as const) {
      const refused = codeOf(who === 'visitor' ? 'SESSION_INVALID' : 'FORBIDDEN');
      expect((await world.send({}, who)).code).toBe(refused);
      expect((await world.withdraw(id, who)).code).toBe(refused);
      expect((await askList(test, 'Notice', {}, who)).code).toBe(refused);
      expect((await test.post(who, countNoticeReach.path, { kinds: [] })).code).toBe(refused);
    }
    expect(await world.titles('member')).toHaveLength(1);
  });

  it('comes to screens that are open: to the one it is for, or to all', async () => {
    const uid = await staff.uidOf('member');
    const mine = hintsOf(uid);
    const other = hintsOf(await staff.uidOf('founder'));
    await world.sent({ audience: 'one', uid });
    expect([mine.take(), other.take()]).toEqual([[HINT], []]);
    await world.sent({});
    expect([mine.take(), other.take()]).toEqual([[HINT], [HINT]]);
    mine.stop();
    other.stop();
  });
});

describe('a notice that is taken back', () => {
  it('is gone from every feed and counter, read or not, and stays in the list of staff with its time', async () => {
    const { id } = await world.sent({ title: '发错了' });
    await world.sent({ title: '没发错' });
    await world.read('founder', 3, id);
    expect((await world.withdraw(id, 'staff', ' ')).problems[0]?.field).toBe('reason');
    made(await world.withdraw(id, 'staff', '标题写错'));
    for (const who of ['founder', 'member'] as const) expect(await world.titles(who)).toEqual(['没发错']);
    expect([(await world.unread('founder')).total, (await world.unread('member')).total]).toEqual([1, 1]);
    const withdrawnAt = test.services.now().toISOString();
    expect((await world.list())[1]).toMatchObject({ title: '发错了', state: 'withdrawn', withdrawnAt });
    expect((await staff.log(`?targetKind=notice&targetId=${id}`)).list[0]).toMatchObject({
      action: 'notice.withdrawn',
      reason: '标题写错',
      details: { title: '发错了' },
    });
  });

  it('is so once, of many presses that come at once; what the platform said itself is not to be taken by any user', async () => {
    const { id } = await world.sent({});
    const answers = await Promise.all([1, 2, 3].map(() => world.withdraw(id)));
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([
      0,
      codeOf('CONFLICT'),
      codeOf('CONFLICT'),
    ]);
    const uid = await staff.uidOf('member');
    made(await staff.act(uid, 'coins', { amount: 5, reason: '活动奖励', clientKey: staff.key() }));
    await approveAll(test);
    const [own] = (await world.page('member')).list;
    expect(own?.title).toBe('鲸币已到账');
    expect((await world.withdraw(own?.id ?? '')).code).toBe(codeOf('UNKNOWN_RECORD'));
  });
});

describe('whom a notice reaches', () => {
  it('is counted before it goes out: all open accounts, or those of any of the kinds today', async () => {
    const all = await reach([]);
    expect(await reach(['founder'])).toBe(1);
    expect(await reach(['founder', 'investor', 'organisation', 'svip'])).toBe(4);
    // The new user and the staff are certified as nothing.
    expect(await reach(['member'])).toBe(all - 4);
    await newAccount(test, { username: 'one-more', name: '又一人', roles: ['PARK_INCUBATOR', 'START_UP'] });
    expect([await reach([]), await reach(['founder', 'organisation']), await reach(['member'])]).toEqual([
      all + 1,
      3,
      all - 4,
    ]);
    expect((await test.post('staff', countNoticeReach.path, { kinds: ['king'] })).status).toBe(422);
  });

  it('shows as readers: those whom it is for and who had it on screen', async () => {
    const segment = await world.sent({ audience: 'segment', kinds: ['founder', 'svip'] });
    const all = await world.sent({});
    const one = await world.sent({ audience: 'one', uid: await staff.uidOf('investor') });
    for (const who of ['founder', 'member', 'investor'] as const) {
      const [last] = (await world.page(who)).list;
      await world.read(who, 3, last?.id ?? '');
    }
    const counts = async () => {
      const readers = new Map((await world.list()).map(({ id, readers: count }) => [id, count]));
      return [readers.get(segment.id), readers.get(all.id), readers.get(one.id)];
    };
    expect(await counts()).toEqual([1, 3, 1]);
    // A release without the counter is brought up to the same.
    const { db } = test.services.database;
    await db.updateTable('notice').set({ readers: 0 }).execute();
    await sql.raw(STAFF_LISTS.find((statement) => statement.startsWith('update notice')) ?? '').execute(db);
    expect(await counts()).toEqual([1, 3, 1]);
  });

  it('leaves out who closed the account; with it goes what was said to him alone', async () => {
    const uid = await newAccount(test, { username: 'leaving', name: '离去者' });
    await world.sent({ audience: 'one', uid, title: '只给离去者' });
    await world.sent({});
    const browser = await signInBy(test, 'leaving');
    const { list } = made(await browser.send<{ list: { id: string }[] }>('GET', '/api/rong/systemMsgList?type=3'));
    made(await browser.send('POST', '/api/rong/systemMsgRead', { type: 3, id: list[0]?.id }));
    const before = await reach([]);
    made(await browser.send('POST', '/api/rong/user/close', { password: TEST_PASSWORD }));
    expect(await reach([])).toBe(before - 1);
    expect((await world.list()).map(({ title }) => title)).toEqual(['系统维护']);
    const { db } = test.services.database;
    expect(await db.selectFrom('notice_cursor').select('type').where('account_id', '=', uid).execute()).toEqual([]);
    expect((await world.send({ audience: 'one', uid })).problems[0]?.field).toBe('uid');
  });

  it('counts each reader once, however often and on however many screens he reads', async () => {
    const { id } = await world.sent({});
    await Promise.all([1, 2, 3].map(() => world.read('founder', 3, id)));
    const later = await world.sent({});
    await world.read('founder', 3, later.id);
    expect((await world.list()).map(({ readers }) => readers)).toEqual([1, 1]);
  });
});
