import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UNANSWERED_LIMIT } from '#shared/policy/chat-limits.ts';
import { type NewMessage, type Outcome, sendMessages, stored } from '#server/platform/messages/send-queries.ts';
import { SendQueue } from '#server/platform/messages/send-queue.ts';
import { type ChatWorld, openChatWorld, type Writer } from '#tests/support/chat/chat-world.ts';
import { prng } from '#tests/support/prng.ts';

let world: ChatWorld;
let queue: SendQueue;

beforeAll(async () => {
  world = await openChatWorld();
  queue = new SendQueue(world.test.services.database);
});
afterAll(() => world.close());

const draft = (
  from: Writer,
  to: { uid: string },
  body: string,
  more: { clientId?: string; seenSeq?: number } = {},
): NewMessage => ({
  senderId: from.uid,
  peerId: to.uid,
  clientId: randomUUID(),
  type: 0,
  body,
  at: world.now(),
  unanswered: UNANSWERED_LIMIT,
  ...more,
});
const send = (message: NewMessage): Promise<Outcome> => queue.send(message);
/** What became of messages that are all stored. */
const sendAll = async (messages: readonly NewMessage[]) => (await Promise.all(messages.map(send))).map(stored);

/** So many who talk with each other, two by two. */
async function couples(count: number): Promise<[Writer, Writer][]> {
  const all: [Writer, Writer][] = [];
  for (let made = 0; made < count; made += 1) {
    const [left, right] = await world.pair();
    await left.say(right, '您好');
    all.push([left, right]);
  }
  return all;
}

const bodies = async (of: Writer, peer: Writer): Promise<string[]> =>
  (await of.dialog(peer, 'pageSize=100&flip_type=0&lastId=1')).list.map(({ content }) => content);

describe('messages that come at once', () => {
  it('are stored together, and one that is refused takes no other with it', async () => {
    const [first, blocked, stranger, again, last] = await couples(5);
    if (!first || !blocked || !stranger || !again || !last) throw new Error('five couples are needed');
    await blocked[1].block(blocked[0], 1);
    const clientId = randomUUID();
    await again[0].say(again[1], '一', { clientId });
    const results = await Promise.allSettled([
      send(draft(first[0], first[1], '甲')),
      send(draft(blocked[0], blocked[1], '乙')),
      send(draft(stranger[0], first[1], '丙')),
      send(draft(again[0], again[1], '二', { clientId })),
      send(draft(again[1], again[0], '丁')),
      send(draft(last[1], last[0], '戊')),
    ]);
    expect(results).toMatchObject([
      { value: { seq: 2, duplicate: false, both_talked: false } },
      { value: { refusal: 'blocked' } },
      { value: { refusal: 'absent' } },
      { value: { refusal: 'changed' } },
      { value: { seq: 3 } },
      { value: { seq: 2 } },
    ]);
    expect(await bodies(first[1], first[0])).toEqual(['甲']);
    expect(await bodies(blocked[1], blocked[0])).toEqual([]);
    expect(await bodies(again[1], again[0])).toEqual(['一', '丁']);
    expect(await bodies(last[1], last[0])).toEqual(['戊']);
  });

  it('keep the order of each conversation', async () => {
    const pairs = await couples(3);
    const words = Array.from({ length: 40 }, (_, index) => `第${index + 1}句`);
    for (const [left, right] of pairs) await right.say(left, '好');
    await Promise.all(
      words.flatMap((word, index) =>
        pairs.map(([left, right]) => send(index % 3 === 0 ? draft(right, left, word) : draft(left, right, word))),
      ),
    );
    for (const [left, right] of pairs) expect(await bodies(left, right)).toEqual(['好', ...words]);
  });

  it('under one id are one message', async () => {
    const [[left, right] = []] = await couples(1);
    if (!left || !right) throw new Error('a couple is needed');
    const message = draft(left, right, '只此一次');
    const sent = await sendAll([message, message, message]);
    expect(sent.map(({ seq, duplicate }) => [seq, duplicate])).toEqual([
      [2, false],
      [2, true],
      [2, true],
    ]);
    expect(sent.map(({ my_rev }) => my_rev === null)).toEqual([false, true, true]);
    expect(await bodies(left, right)).toEqual(['只此一次']);
  });

  it('for one person move the list of that person once for each', async () => {
    const people = await couples(12);
    const popular = await world.person();
    for (const [writer] of people) await writer.say(popular, '您好');
    const before = Number((await popular.list()).rev);
    const sent = await sendAll(people.map(([writer]) => draft(writer, popular, '在吗')));
    const revs = sent.map(({ peer_rev }) => Number(peer_rev)).toSorted((a, b) => a - b);
    expect(revs).toEqual(people.map((_, index) => before + index + 1));
    const { list } = await popular.sync(String(before));
    expect(list.map(({ uid, unread, content }) => [uid, unread, content])).toHaveLength(12);
    expect(list.every(({ unread, content }) => unread === 2 && content === '在吗')).toBe(true);
  });

  it('are as if sent one by one', async () => {
    const random = prng(20_261_121);
    const [alone, together] = [await couples(4), await couples(4)];
    const plan = Array.from({ length: 60 }, () => ({
      pair: random.int(0, 3),
      side: random.chance(0.7) ? 0 : 1,
      seenSeq: random.int(0, 20),
      body: `话${random.int(1, 99)}`,
      clientId: random.chance(0.2) ? undefined : randomUUID(),
    }));
    const often = randomUUID();
    const draftsFor = (pairs: [Writer, Writer][]) =>
      plan.flatMap(({ pair, side, seenSeq, body, clientId = often }) => {
        const of = pairs[pair];
        return of ? [draft(of[side === 0 ? 0 : 1], of[side === 0 ? 1 : 0], body, { seenSeq, clientId })] : [];
      });
    const { db } = world.test.services.database;
    const told = (outcome: Outcome | undefined) =>
      outcome?.refusal === null
        ? { seq: outcome.seq, duplicate: outcome.duplicate, both_talked: outcome.both_talked }
        : outcome?.refusal;
    const one = [];
    for (const message of draftsFor(alone)) one.push(told((await sendMessages(db, [message]))[0]));
    const many = (await Promise.all(draftsFor(together).map(send))).map(told);
    expect(many).toEqual(one);
    const shown = async (pairs: [Writer, Writer][]) => {
      const lists = await Promise.all(pairs.flat().map((writer) => writer.list()));
      return lists.map(({ list }) =>
        list.map(({ unread, lastSeq, readSeq, peerReadSeq, content }) => [
          unread,
          lastSeq,
          readSeq,
          peerReadSeq,
          content,
        ]),
      );
    };
    expect(await shown(together)).toEqual(await shown(alone));
  });
});

describe('a database that fails', () => {
  it('fails all that came together, and nothing of them is stored', async () => {
    const pairs = await couples(5);
    const { pool } = world.test.services.database;
    await pool.query(`create function fail_once() returns trigger language plpgsql as
      $$begin if new.body = '坏' then raise exception 'the disk is full' using errcode = '53100'; end if; return new; end$$`);
    await pool.query(
      'create trigger fail_once before insert on chat_message for each row execute function fail_once()',
    );
    // One statement at a time: while the first message is stored the others gather.
    const one = new SendQueue({ db: world.test.services.database.db, kind: 'embedded' });
    const [[ahead, behind] = []] = await couples(1);
    if (!ahead || !behind) throw new Error('a couple is needed');
    const first = one.send(draft(ahead, behind, '先行'));
    const messages = pairs.map(([left, right], index) => draft(left, right, index === 3 ? '坏' : '好'));
    const results = await Promise.allSettled(messages.map((message) => one.send(message)));
    expect(await first).toMatchObject({ seq: 2 });
    await pool.query('drop trigger fail_once on chat_message');
    expect(results.map(({ status }) => status)).toEqual(pairs.map(() => 'rejected'));
    for (const message of messages) expect(await send(message)).toMatchObject({ duplicate: false, seq: 2 });
  });

  it('refuses a value, and only the message with that value fails', async () => {
    const pairs = await couples(5);
    const { pool } = world.test.services.database;
    await pool.query(`alter table chat_message add constraint broken check (body <> '坏') not valid`);
    const results = await Promise.allSettled(
      pairs.map(([left, right], index) => send(draft(left, right, index === 3 ? '坏' : '好'))),
    );
    await pool.query('alter table chat_message drop constraint broken');
    expect(results.map(({ status }) => status)).toEqual(
      pairs.map((_, index) => (index === 3 ? 'rejected' : 'fulfilled')),
    );
  });
});

describe('two processes', () => {
  it('that send to the same people at once lose nothing and never wait for each other for ever', async () => {
    const there = new SendQueue((await world.other()).services.database);
    const pairs = await couples(6);
    for (const [left, right] of pairs) await right.say(left, '好');
    const all = Array.from({ length: 120 }, (_, index) => {
      const [left, right] = pairs[index % 6] ?? [];
      if (!left || !right) throw new Error('six couples are needed');
      const message = index % 4 < 2 ? draft(left, right, `${index}`) : draft(right, left, `${index}`);
      return (index % 2 === 0 ? queue : there).send(message);
    });
    await Promise.all(all);
    for (const [left, right] of pairs) {
      const { list } = await left.dialog(right, 'pageSize=100');
      expect(list.map(({ seq }) => seq)).toEqual(Array.from({ length: 22 }, (_, index) => index + 1));
    }
  });
});
