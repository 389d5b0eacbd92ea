import { get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Device, endDevice, listDevices } from '#schemas/api/devices.ts';
import { signOut } from '#schemas/api/session.ts';
import { MOST_STREAMS } from '#server/platform/events/open-streams.ts';
import { type ChatWorld, openChatWorld, type Writer } from '#tests/support/chat/chat-world.ts';
import { type SignedIn, signInBy } from '#tests/support/account/people.ts';
import { TEST_NOW } from '#tests/support/app/test-app.ts';

let world: ChatWorld;
let port: number;

beforeAll(async () => {
  world = await openChatWorld();
  await world.test.app.listen({ port: 0, host: '127.0.0.1' });
  port = (world.test.app.server.address() as AddressInfo).port;
});
afterAll(() => world.close());

interface Stream {
  readonly response: IncomingMessage;
  readonly events: () => Record<string, unknown>[];
  readonly ended: Promise<void>;
}

async function follow(cookie?: string): Promise<Stream> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const headers = cookie === undefined ? {} : { cookie };
    get({ port, host: '127.0.0.1', path: '/api/events', headers }, resolve).on('error', reject);
  });
  let text = '';
  response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  const ended = new Promise<void>((resolve) => response.on('close', () => resolve()));
  await expect.poll(() => text).toContain('retry:');
  const events = () =>
    text
      .split('\n')
      .filter((line) => line.startsWith('data: '))
      .map((line) => JSON.parse(line.slice(6)) as Record<string, unknown>);
  return { response, events, ended };
}

const everybodys = () => world.test.services.bus.publish({ type: 'options.changed', name: 'the last one' });
const isLast = ({ name }: Record<string, unknown>) => name === 'the last one';

describe('the stream of a person', () => {
  it('receives hints of his own conversations, on each of his screens, and of no other user’s', async () => {
    const [left, right] = await world.pair();
    const third = await world.person();
    const streams = await Promise.all([left, left, right, third].map(({ cookie }) => follow(cookie)));
    const visitor = await follow();
    await left.say(right, '只给您看');
    everybodys();
    await Promise.all([...streams, visitor].map(({ events }) => expect.poll(() => events().some(isLast)).toBe(true)));
    const own = [...streams, visitor].map(({ events }) => events().filter((event) => !isLast(event)));
    const mine = { type: 'chat.changed', uid: right.uid, message: { content: '只给您看', sent: true } };
    expect(own).toMatchObject([
      [mine],
      [mine],
      [{ type: 'chat.changed', uid: left.uid, message: { content: '只给您看', sent: false, clientId: null } }],
      [],
      [],
    ]);
    for (const { response } of [...streams, visitor]) response.destroy();
  });

  it('ends when the account is frozen, and what comes after is not heard', async () => {
    const [left, right] = await world.pair();
    await left.say(right, '您好');
    const stream = await follow(right.cookie);
    const { db } = world.test.services.database;
    await db.updateTable('account').set({ frozen_at: TEST_NOW }).where('id', '=', right.uid).execute();
    await world.test.services.changes.announce(right.uid);
    await stream.ended;
    expect(world.test.services.bus.hears(right.uid)).toBe(false);
    expect(stream.events()).toEqual([]);
    const again = await right.send('GET', '/api/rong/inmailList');
    expect(again.code).toBe(100000008);
  });

  it.each(['from another device', 'by signing out'])(
    'reveals nothing personal any more once its session was ended %s, while other screens go on',
    async (how) => {
      const [left, right] = await world.pair();
      await left.say(right, '您好');
      const { bus } = world.test.services;
      const endOne = async ({ send }: SignedIn) => {
        if (how === 'by signing out') return send('GET', signOut.path);
        const { data } = await send<Device[]>('GET', listDevices.path);
        const id = data.find(({ current }) => current)?.id ?? '';
        return right.send('POST', endDevice.path, new URLSearchParams({ id }));
      };
      const stolen = await signInBy(world.test, right.username);
      const ended = await follow(stolen.cookie);
      expect((await endOne(stolen)).code).toBe(0);
      await expect.poll(() => bus.hears(right.uid)).toBe(false);
      const kept = await follow(right.cookie);
      expect((await endOne(await signInBy(world.test, right.username))).code).toBe(0);
      await left.say(right, '只给您看');
      everybodys();
      for (const { events } of [ended, kept]) await expect.poll(() => events().some(isLast)).toBe(true);
      expect(ended.events().filter((event) => !isLast(event))).toEqual([]);
      expect(kept.events()).toMatchObject([{ type: 'chat.changed', message: { content: '只给您看' } }, {}]);
      for (const { response } of [ended, kept]) response.destroy();
    },
  );

  it('of a user who does not read is closed, while others go on, and he catches up', async () => {
    const [left, right] = await world.pair();
    await left.say(right, '您好');
    await right.say(left, '您好');
    const { bus } = world.test.services;
    const stalled = connect({ port, host: '127.0.0.1' });
    await new Promise((resolve) => stalled.once('connect', resolve));
    stalled.write(`GET /api/events HTTP/1.1\r\nhost: 127.0.0.1\r\ncookie: ${right.cookie}\r\n\r\n`);
    await new Promise((resolve) => stalled.once('data', resolve));
    stalled.pause();
    const closed = new Promise<void>((resolve) => stalled.on('close', () => resolve()));
    stalled.on('error', () => undefined);
    const other = await follow(left.cookie);
    // More than the buffers of the machine and 256 KB besides hold, a little at a time.
    const filler = 'x'.repeat(64 * 1024);
    let published = 0;
    while (bus.hears(right.uid) && published < 1000) {
      bus.publishTo(right.uid, { type: 'options.changed', name: filler });
      published += 1;
      if (published % 8 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    expect(bus.hears(right.uid)).toBe(false);
    expect(published).toBeGreaterThan(4);
    await left.say(right, '一条新的');
    await expect.poll(() => other.events().length).toBe(1);
    expect((await right.sync('0')).list).toMatchObject([{ content: '一条新的' }]);
    stalled.resume();
    await closed;
    other.response.destroy();
  });
});

describe('many streams', () => {
  it('that are left are all forgotten', async () => {
    const writers: Writer[] = [await world.person(), await world.person()];
    const { bus } = world.test.services;
    const before = bus.size;
    const streams = await Promise.all(Array.from({ length: 20 }, (_, index) => follow(writers[index % 2]?.cookie)));
    expect(bus.size).toBe(before + 20);
    for (const { response } of streams) response.destroy();
    await expect.poll(() => bus.size).toBe(before);
    for (const { uid } of writers) expect(bus.hears(uid)).toBe(false);
  });

  it('that come back at once are all heard, and each catches up with what it missed', async () => {
    const [left, right] = await world.pair();
    await left.say(right, '您好');
    const before = (await right.sync('0')).rev;
    await left.say(right, '您不在时写的');
    const screens = Array.from({ length: MOST_STREAMS });
    const streams = await Promise.all(screens.map(() => follow(right.cookie)));
    const missed = await Promise.all(screens.map(() => right.sync(before)));
    for (const { list } of missed) expect(list).toMatchObject([{ uid: left.uid, content: '您不在时写的', unread: 2 }]);
    await left.say(right, '又来了一条');
    const contents = ({ events }: Stream) => events().map(({ message }) => (message as { content: string }).content);
    for (const stream of streams) await expect.poll(() => contents(stream)).toEqual(['又来了一条']);
    for (const { response } of streams) response.destroy();
  });
});
