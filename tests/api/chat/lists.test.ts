import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeOf } from '#tests/support/app/test-app.ts';
import { type ChatWorld, openChatWorld, type Writer } from '#tests/support/chat/chat-world.ts';

let world: ChatWorld;

beforeAll(async () => {
  world = await openChatWorld();
});
afterAll(() => world.close());

const uids = (list: readonly { uid: string }[]) => list.map(({ uid }) => uid);

/** A user to whom `count` people wrote, the first of them first. */
async function writtenTo(count: number): Promise<[Writer, Writer[]]> {
  const me = await world.person(['START_UP']);
  const others: Writer[] = [];
  for (let index = 0; index < count; index += 1) {
    const other = await world.person();
    await other.say(me, `第${index}位`);
    others.push(other);
  }
  return [me, others];
}

describe('the list', () => {
  it('says who a user is, what was said last and by whom', async () => {
    const [left, right] = await world.pair();
    await left.say(right, '您好');
    world.wait(60_000);
    await right.say(left, `您也好${'，'.repeat(300)}`);
    const { list, hasMore, rev } = await left.list();
    expect(list).toEqual([
      {
        uid: right.uid,
        id: right.uid,
        name: right.name,
        avatar: null,
        entityName: null,
        identityRoles: ['START_UP'],
        identity: '创业者',
        intro: '',
        timeStamp: expect.stringContaining(world.now().toISOString().slice(0, 23)) as string,
        type: 0,
        content: `您也好${'，'.repeat(197)}`,
        sent: false,
        lastChatBeBack: false,
        top: false,
        screen: false,
        disturb: false,
        unread: 1,
        lastSeq: 2,
        readSeq: 0,
        peerReadSeq: 0,
        changeRev: 0,
      },
    ]);
    expect({ hasMore, rev }).toEqual({ hasMore: false, rev: '2' });
  });

  it('is empty for a user to whom no user wrote', async () => {
    const nobody = await world.person();
    expect(await nobody.list()).toEqual({ list: [], hasMore: false, rev: '0' });
    expect(await nobody.sync('0')).toEqual({ rev: '0', list: [], hasMore: false });
  });

  it('names the company that a user speaks for, else the record that he is the contact of', async () => {
    const [left, right] = await world.pair();
    await left.say(right, '您好');
    const { db } = world.test.services.database;
    const made = await Promise.all(
      [
        ['InsightCompany', { name: '示例企业' }],
        ['InsightOrg', { name: '示例机构' }],
      ].map(([name, values]) =>
        world.test.post<{ record: { id: string } }>('staff', `/api/metadata/data/${name as string}`, {
          clientKey: `${name as string}-1-of-the-list`,
          values,
        }),
      ),
    );
    const [companyId, orgId] = made.map(({ data }) => data.record.id) as [string, string];
    const party = { object_api_name: 'InsightOrg', record_id: orgId, account_id: right.uid, linked_at: world.now() };
    await db.insertInto('record_party').values(party).execute();
    expect((await left.list()).list).toMatchObject([{ entityName: '示例机构' }]);
    const kase = await db
      .insertInto('identity_case')
      .values({
        account_id: right.uid,
        kind: 'claim',
        object_api_name: 'CompanyClaim',
        record_id: right.uid,
        title: '示例企业',
        state: 'APPROVED',
        company_id: companyId,
        client_key: 'a claim of the list',
        submitted_at: world.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const member = { company_id: companyId, account_id: right.uid, position: '创始人', since: world.now() };
    await db
      .insertInto('company_member')
      .values({ ...member, case_id: kase.id })
      .execute();
    expect((await left.list()).list).toMatchObject([{ entityName: '示例企业' }]);
  });

  it('has those who are pinned first, then the latest first, also of the same millisecond', async () => {
    const [me, [a, b, c, d]] = await writtenTo(4);
    if (!a || !b || !c || !d) throw new Error('four people');
    expect(uids((await me.list()).list)).toEqual([d.uid, c.uid, b.uid, a.uid]);
    expect((await me.pin(b, 1)).data).toEqual({ top: 1 });
    await me.pin(a, 1);
    expect(uids((await me.list()).list)).toEqual([b.uid, a.uid, d.uid, c.uid]);
    await a.say(me, '还有');
    await c.say(me, '还有');
    expect(uids((await me.list()).list)).toEqual([a.uid, b.uid, c.uid, d.uid]);
    await me.pin(a, 0);
    const { list } = await me.list();
    expect(uids(list)).toEqual([b.uid, c.uid, a.uid, d.uid]);
    expect(list.map(({ top }) => top)).toEqual([true, false, false, false]);
  });

  it('comes in pages of any size, by number or after a row, each person once', async () => {
    const [me, others] = await writtenTo(11);
    for (const index of [2, 5, 7]) await me.pin(others[index] as Writer, 1);
    const whole = uids((await me.list()).list);
    expect(new Set(whole)).toEqual(new Set(uids(others)));
    for (const pageSize of [1, 2, 3, 4, 11]) {
      const byNumber: string[] = [];
      for (let page = 1; ; page += 1) {
        const { list, hasMore } = await me.list(`page=${page}&pageSize=${pageSize}`);
        byNumber.push(...uids(list));
        if (!hasMore) break;
      }
      expect(byNumber).toEqual(whole);
      const byRow: string[] = [];
      for (let after = ''; ;) {
        const { list, hasMore } = await me.list(`pageSize=${pageSize}${after}`);
        byRow.push(...uids(list));
        after = `&lastContentDate=${encodeURIComponent(list.at(-1)?.timeStamp ?? '')}`;
        if (!hasMore) break;
      }
      expect(byRow).toEqual(whole);
    }
    expect((await me.list('page=99')).list).toEqual([]);
  });

  it('refuses an instant that is none', async () => {
    const me = await world.person();
    for (const odd of ['yesterday', '2026-13-45T00:00:00Z', '1', "'"])
      expect(await me.send('GET', `/api/rong/inmailList?lastContentDate=${odd}`)).toMatchObject({
        code: codeOf('INVALID_QUERY'),
      });
  });

  it('keeps what a person makes of others to himself and his other screens', async () => {
    const [left, right] = await world.pair();
    await left.say(right, '您好');
    const [mine, theirs] = await Promise.all([left.list(), right.list()]);
    const heard: unknown[] = [];
    const { bus } = world.test.services;
    const stops = [left, right].map(({ uid }) => bus.subscribe((event) => heard.push({ to: uid, ...event }), uid));
    expect((await left.mute(right, 1)).data).toEqual({ MSG: 1 });
    await left.mute(right, 1);
    expect((await left.sync(mine.rev)).list).toMatchObject([{ uid: right.uid, disturb: true, top: false }]);
    expect(await right.sync(theirs.rev)).toEqual({ rev: theirs.rev, list: [], hasMore: false });
    expect(heard).toEqual([{ to: left.uid, type: 'chat.changed', rev: '2', uid: right.uid }]);
    for (const stop of stops) stop();
  });
});

describe('the messages of two', () => {
  it('come page by page both ways, oldest first, without a gap or one twice', async () => {
    const [left, right] = await world.pair();
    await left.say(right, '1');
    for (let count = 2; count <= 25; count += 1)
      await (count % 3 ? right.say(left, `${count}`) : left.say(right, `${count}`));
    const seqs = async (query: string) => (await left.dialog(right, query)).list.map(({ seq }) => seq);
    const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
    expect(await seqs('')).toEqual(range(16, 25));
    expect(await seqs('lastId=16&flip_type=1')).toEqual(range(6, 15));
    expect(await seqs('lastId=16')).toEqual(range(6, 15));
    expect(await seqs('lastId=6&flip_type=1')).toEqual(range(1, 5));
    expect(await seqs('lastId=1&flip_type=1')).toEqual([]);
    expect(await seqs('lastId=0&flip_type=0&pageSize=3')).toEqual([1, 2, 3]);
    expect(await seqs('lastId=20&flip_type=0')).toEqual(range(21, 25));
    expect(await seqs('lastId=25&flip_type=0')).toEqual([]);
    expect(await seqs('lastId=9999999999&flip_type=0')).toEqual([]);
    expect(await seqs('pageSize=100')).toEqual(range(1, 25));
  });

  it('are nothing for two who have not written, and no third sees them', async () => {
    const [left, right] = await world.pair();
    const stranger = await world.person();
    const nothing = { list: [], changed: [], total: 0, changeRev: 0, readSeq: 0, peerReadSeq: 0 };
    expect(await left.dialog(right)).toEqual(nothing);
    await left.say(right, '只给您看');
    expect(await stranger.dialog(right)).toEqual(nothing);
    expect(await stranger.dialog(left)).toEqual(nothing);
    expect(await stranger.dialog({ uid: '999999999' })).toEqual(nothing);
    expect(await stranger.dialog(stranger)).toEqual(nothing);
    expect((await stranger.list()).list).toEqual([]);
  });
});

describe('what was read', () => {
  it('is known to both, goes only forward, and never beyond the last message', async () => {
    const [left, right] = await world.pair();
    for (const text of ['一', '二', '三']) await left.say(right, text);
    expect((await right.read(left, 2)).data).toEqual({ unread: 1, readSeq: 2, rev: '4' });
    expect((await right.read(left, 1)).data).toEqual({ unread: 1, readSeq: 2, rev: '4' });
    expect((await left.list()).list).toMatchObject([{ peerReadSeq: 2, unread: 0 }]);
    expect((await right.read(left, 999)).data).toMatchObject({ unread: 0, readSeq: 3 });
    expect(await left.dialog(right)).toMatchObject({ peerReadSeq: 3, readSeq: 0 });
    expect(await right.dialog(left)).toMatchObject({ peerReadSeq: 0, readSeq: 3 });
    await left.say(right, '四');
    expect((await right.list()).list).toMatchObject([{ unread: 1, readSeq: 3 }]);
    const stranger = await world.person();
    expect(await stranger.read(left, 1)).toMatchObject({ code: codeOf('UNKNOWN_RECORD') });
  });

  it('by sending is only what was on screen: what came meanwhile stays unread', async () => {
    const [left, right] = await world.pair();
    await left.say(right, '一');
    await right.say(left, '二', { seenSeq: 1 });
    // The left screen shows two messages; a third comes before the answer to them is sent.
    await right.say(left, '三');
    await left.say(right, '四', { seenSeq: 2 });
    expect((await left.list()).list).toMatchObject([{ unread: 1, readSeq: 2, lastSeq: 4 }]);
    expect((await right.list()).list).toMatchObject([{ unread: 1, readSeq: 1, peerReadSeq: 2 }]);
    await left.say(right, '五', { seenSeq: 4 });
    expect((await left.list()).list).toMatchObject([{ unread: 0, readSeq: 4 }]);
    await left.say(right, '六', { seenSeq: 0 });
    await right.say(left, '七', { seenSeq: 999 });
    expect((await left.list()).list).toMatchObject([{ unread: 1, readSeq: 4, peerReadSeq: 7 }]);
  });

  it('is sent to the open screens of both, and nothing is when nothing changes', async () => {
    const [left, right] = await world.pair();
    await left.say(right, '一');
    const heard: unknown[] = [];
    const { bus } = world.test.services;
    const stops = [left, right].map(({ uid }) => bus.subscribe((event) => heard.push({ to: uid, ...event }), uid));
    await right.read(left, 1);
    await right.read(left, 1);
    for (const stop of stops) stop();
    expect(heard).toEqual([
      { to: left.uid, type: 'chat.changed', rev: '2', uid: right.uid },
      { to: right.uid, type: 'chat.changed', rev: '2', uid: left.uid },
    ]);
  });

  it('counts exactly below one hundred, and as one hundred beyond', async () => {
    const [left, right] = await world.pair();
    await left.say(right, '一');
    await right.say(left, '一', { seenSeq: 1 });
    for (let count = 3; count <= 120; count += 1) await left.say(right, String(count));
    expect((await right.list()).list).toMatchObject([{ unread: 100 }]);
    expect((await right.read(left, 10)).data.unread).toBe(100);
    expect((await right.read(left, 21)).data.unread).toBe(99);
    expect((await right.read(left, 120)).data.unread).toBe(0);
  });
});
