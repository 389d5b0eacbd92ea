import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Member } from '#shared/policy/actor.ts';
import { Chat } from '#server/features/chat/service.ts';
import { Failure } from '#shared/errors.ts';
import { SendQueue } from '#server/platform/messages/send-queue.ts';
import { brokenClocks, brokenSequences, wrongUnread } from '#tests/support/chat/chat-counts.ts';
import { type ChatWorld, openChatWorld, type Writer } from '#tests/support/chat/chat-world.ts';
import { prng } from '#tests/support/prng.ts';

const OPERATIONS = Number(process.env['CHAT_OPERATIONS'] ?? 5000);
const EVERY = 50;
const AT_ONCE = 5;
let world: ChatWorld;
let people: Writer[];

beforeAll(async () => {
  world = await openChatWorld();
  people = [await world.person(), await world.person(), await world.person(), await world.person()];
});
afterAll(() => world.close());

const actorOf = ({ uid, name }: Writer): Member => ({ id: uid, name, roles: ['ORG_INVESTOR'], vipType: 0 });

describe('the number of unread messages', () => {
  it(`is what a plain count gives, after ${OPERATIONS} actions of four people`, { timeout: 3_600_000 }, async () => {
    const { database } = world.test.services;
    const chat = new Chat({
      db: database.db,
      queue: new SendQueue(database),
      hints: { tell: () => undefined },
      now: world.now,
    });
    const random = prng(20_261_121);
    const done = new Map<string, number>();
    const refused = new Map<string, number>();
    const lastSeqs = new Map<string, number>();

    async function deed(): Promise<void> {
      const me = random.pick(people);
      const peer = random.pick(people.filter((person) => person !== me));
      const pair = [me.uid, peer.uid].toSorted().join();
      const last = lastSeqs.get(pair) ?? 0;
      const actor = actorOf(me);
      const seq = random.int(0, last + 2);
      const kind = random.pick([
        'send',
        'send',
        'send',
        'send',
        'read',
        'read',
        'recall',
        'mute',
        'block',
        'pin',
      ] as const);
      const on = random.chance(0.5);
      // Blocks are short, so that most messages get through.
      const isBlock = on && random.chance(0.3);
      const seenSeq = random.chance(0.3) ? seq : 0;
      try {
        if (kind === 'send') {
          const body = { clientId: randomUUID(), content: '您好', type: 0 as const, seenSeq };
          const { message } = await chat.send(peer.uid, body, actor);
          lastSeqs.set(pair, Math.max(lastSeqs.get(pair) ?? 0, message.seq));
        } else if (kind === 'read') await chat.read(peer.uid, seq, actor);
        else if (kind === 'recall') await chat.recall(peer.uid, Math.max(1, last - random.int(0, 6)), actor);
        else if (kind === 'mute') await chat.mark(peer.uid, 'muted', on, actor);
        else if (kind === 'block') await chat.mark(peer.uid, 'blocked', isBlock, actor);
        else await chat.mark(peer.uid, 'pinned', on, actor);
        done.set(kind, (done.get(kind) ?? 0) + 1);
      } catch (thrown) {
        // Blocks, messages of others and those that are not there yet are refused, as they should be.
        if (!(thrown instanceof Failure)) throw thrown;
        refused.set(thrown.failure, (refused.get(thrown.failure) ?? 0) + 1);
      }
      world.wait(random.int(0, 300));
    }

    for (let count = 0; count < OPERATIONS; count += EVERY) {
      for (let batch = 0; batch < EVERY; batch += AT_ONCE) await Promise.all(Array.from({ length: AT_ONCE }, deed));
      const wrong = await wrongUnread(database);
      expect({ after: count + EVERY, wrong }).toEqual({ after: count + EVERY, wrong: [] });
    }
    expect(await brokenSequences(database)).toEqual([]);
    expect(await brokenClocks(database)).toEqual([]);
    expect([...done.keys()].toSorted()).toEqual(['block', 'mute', 'pin', 'read', 'recall', 'send']);
    expect([...refused.keys()].toSorted()).toEqual(['CHAT_BLOCKED', 'FORBIDDEN', 'UNKNOWN_RECORD']);
    expect(done.get('send')).toBeGreaterThan(OPERATIONS / 5);
    expect(done.get('recall')).toBeGreaterThan(OPERATIONS / 100);
  });

  it('does not count towards the badge while a user is muted, and is there when he no longer is', async () => {
    const [left, right] = await world.pair();
    await left.say(right, '一');
    const total = async () => {
      const { rows } = await world.test.services.database.pool.query<{ total: number }>(
        'select coalesce(sum(unread), 0)::int as total from chat_inbox where user_id = $1 and unread > 0 and not muted',
        [right.uid],
      );
      return rows[0]?.total;
    };
    expect(await total()).toBe(1);
    await right.mute(left, 1);
    await left.say(right, '二');
    expect(await total()).toBe(0);
    expect((await right.list()).list).toMatchObject([{ unread: 2, disturb: true }]);
    await right.mute(left, 0);
    expect(await total()).toBe(2);
  });
});
