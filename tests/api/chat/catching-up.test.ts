import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ChatMessage } from '#schemas/api/chat.ts';
import { sendMessages } from '#server/platform/messages/send-queries.ts';
import { type ChatWorld, openChatWorld, type Writer } from '#tests/support/chat/chat-world.ts';
import { onPostgres } from '#tests/support/databases/database.ts';

let world: ChatWorld;

beforeAll(async () => {
  world = await openChatWorld();
});
afterAll(() => world.close());

/** What a screen holds of the conversations of one person, brought up to date as the client does it. */
class Screen {
  readonly #me: Writer;
  readonly messages = new Map<string, Map<number, ChatMessage>>();
  readonly #changeRevs = new Map<string, number>();
  rev = '0';
  /** Rows of the list that were fetched. */
  fetched = 0;

  constructor(me: Writer) {
    this.#me = me;
  }

  async catchUp(): Promise<void> {
    for (;;) {
      const { rev, list, hasMore } = await this.#me.sync(this.rev);
      this.fetched += list.length;
      for (const { uid, lastSeq } of list) await this.#dialog(uid, lastSeq);
      this.rev = rev;
      if (!hasMore) return;
    }
  }

  async #dialog(uid: string, lastSeq: number): Promise<void> {
    const held = this.messages.get(uid) ?? new Map<number, ChatMessage>();
    this.messages.set(uid, held);
    do {
      const query = `lastId=${held.size}&flip_type=0&pageSize=100&changedSince=${this.#changeRevs.get(uid) ?? 0}`;
      const { list, changed, changeRev } = await this.#me.dialog({ uid }, query);
      for (const message of [...list, ...changed]) held.set(message.seq, message);
      this.#changeRevs.set(uid, changeRev);
    } while (held.size < lastSeq);
  }

  texts(uid: string): string[] {
    const held = [...(this.messages.get(uid)?.values() ?? [])].toSorted((a, b) => a.seq - b.seq);
    return held.map(({ content, beBack }) => (beBack ? '(taken back)' : content));
  }
}

describe('a user who asks what changed', () => {
  it('is given exactly that, each person once, and nothing when nothing did', async () => {
    const me = await world.person(['START_UP']);
    const [a, b, c] = [await world.person(), await world.person(), await world.person()];
    for (const other of [a, b, c]) await other.say(me, '您好');
    const { rev } = await me.sync('0');
    expect(await me.sync(rev)).toEqual({ rev, list: [], hasMore: false });
    await b.say(me, '一');
    await b.say(me, '二');
    await me.mute(c, 1);
    const changed = await me.sync(rev);
    expect(changed.list.map(({ uid, lastSeq }) => [uid, lastSeq])).toEqual([
      [b.uid, 3],
      [c.uid, 1],
    ]);
    expect(BigInt(changed.rev)).toBeGreaterThan(BigInt(rev));
    expect(await me.sync(changed.rev)).toEqual({ rev: changed.rev, list: [], hasMore: false });
    // The actions of another user with others do not concern him.
    await a.say(c, '您好');
    expect((await me.sync(changed.rev)).list).toEqual([]);
  });

  it('with a cursor that was never given receives everything', async () => {
    const [left, right] = await world.pair();
    await left.say(right, '您好');
    expect((await right.sync('999999999999999999')).list).toMatchObject([{ uid: left.uid }]);
    expect(await right.sync('999999999999999999')).toMatchObject({ rev: '1' });
  });

  it('with a cursor of the list goes on from exactly there', async () => {
    const [left, right] = await world.pair();
    await left.say(right, '您好');
    const { rev } = await right.list();
    expect((await right.sync(rev)).list).toEqual([]);
    await left.say(right, '还有');
    expect((await right.sync(rev)).list).toMatchObject([{ content: '还有' }]);
  });

  it('after a long absence has a thousand messages of fifty people whole, from another process', async () => {
    const me = await world.person(['START_UP']);
    const others: Writer[] = [];
    for (let index = 0; index < 50; index += 1) {
      const other = await world.person();
      await other.say(me, '开始');
      await me.say(other, '开始');
      others.push(other);
    }
    const screen = new Screen(me);
    await screen.catchUp();
    const said = new Map(others.map(({ uid }) => [uid, ['开始', '开始']]));
    for (let round = 0; round < 20; round += 1)
      await Promise.all(
        others.map(async (other, index) => {
          await other.say(me, `${index}-${round}`);
          said.get(other.uid)?.push(`${index}-${round}`);
        }),
      );
    const first = others[0] as Writer;
    await first.recall(me, 3);
    const taken = said.get(first.uid) as string[];
    taken[2] = '(taken back)';
    const there = (await world.other()).as(me);
    const elsewhere = new Screen(there);
    elsewhere.rev = screen.rev;
    for (const [uid, held] of screen.messages) elsewhere.messages.set(uid, held);
    screen.fetched = 0;
    await elsewhere.catchUp();
    expect(elsewhere.fetched).toBe(50);
    for (const { uid } of others) expect(elsewhere.texts(uid)).toEqual(said.get(uid));
    expect(await there.sync(elsewhere.rev)).toMatchObject({ list: [], hasMore: false });
  });

  it('gets more than two hundred changes in several answers, none of them twice', async () => {
    const me = await world.person(['START_UP']);
    const { db } = world.test.services.database;
    const rows = await db
      .insertInto('account')
      .values(
        Array.from({ length: 450 }, (_, index) => ({
          username: `crowd-${index}`,
          name: `人群${index}`,
          roles: ['LP'],
          vip_type: 0,
          created_at: world.now(),
        })),
      )
      .returning('id')
      .execute();
    const opening = { day: '2026-11-21', limit: 10 };
    const message = { peerId: me.uid, type: 0, body: '您好', at: world.now(), opening } as const;
    await sendMessages(
      world.test.services.database.db,
      rows.map(({ id }) => ({ ...message, senderId: id, clientId: randomUUID() })),
    );
    const found: string[] = [];
    const sizes: number[] = [];
    for (let since = '0', more = true; more;) {
      const { rev, list, hasMore } = await me.sync(since);
      found.push(...list.map(({ uid }) => uid));
      sizes.push(list.length);
      since = rev;
      more = hasMore;
    }
    expect(sizes).toEqual([200, 200, 50]);
    expect(found).toEqual(rows.map(({ id }) => id));
  });

  it('has a message of which no hint came', async () => {
    const [left, right] = await world.pair();
    await left.say(right, '您好');
    const screen = new Screen(right);
    await screen.catchUp();
    const told = vi.spyOn(world.test.services.bus, 'publishTo').mockImplementation(() => undefined);
    await left.say(right, '没有提示的一条');
    expect(told).toHaveBeenCalled();
    told.mockRestore();
    await screen.catchUp();
    expect(screen.texts(left.uid)).toEqual(['您好', '没有提示的一条']);
  });
});

describe('a hint', () => {
  it('brings each of the two the message as he sees it', async () => {
    const [left, right] = await world.pair();
    const heard: unknown[] = [];
    const { bus } = world.test.services;
    const stops = [left, right].map(({ uid }) => bus.subscribe((event) => heard.push({ to: uid, ...event }), uid));
    const { data } = await left.write(right, '您好');
    for (const stop of stops) stop();
    expect(heard).toEqual([
      {
        to: right.uid,
        type: 'chat.changed',
        rev: '1',
        uid: left.uid,
        message: { ...data.message, sent: false, clientId: null },
      },
      { to: left.uid, type: 'chat.changed', rev: '1', uid: right.uid, message: data.message },
    ]);
    expect(data.rev).toBe('1');
  });

  it('comes once for a message that is sent twice', async () => {
    const [left, right] = await world.pair();
    const heard: unknown[] = [];
    const stop = world.test.services.bus.subscribe((event) => heard.push(event), right.uid);
    const clientId = '00000000-0000-4000-8000-000000000002';
    await left.say(right, '您好', { clientId });
    await left.say(right, '您好', { clientId });
    stop();
    expect(heard).toHaveLength(1);
  });

  // The embedded database has one process only.
  it.skipIf(!onPostgres)('reaches screens at another process, without the message', async () => {
    const [left, right] = await world.pair();
    const there = await world.other();
    const heard: unknown[] = [];
    const stop = there.services.bus.subscribe((event) => heard.push(event), right.uid);
    await left.say(right, '您好');
    await expect.poll(() => heard).toEqual([{ type: 'chat.changed', rev: '1' }]);
    stop();
    expect((await there.as(right).sync('0')).list).toMatchObject([{ content: '您好' }]);
  });
});
