// @vitest-environment node
import { expect, test } from 'vitest';
import type { ChatMessage } from '#schemas/api/chat.ts';
import type { Call, ReplyOf } from '#schemas/api/route.ts';
import type { Api, CallInput } from '#client/lib/api.ts';
import { prng, type Prng } from '#tests/support/prng.ts';
import { settled } from '#tests/support/ui/test-clock.ts';
import { Browser, ChatPage, quiet } from './chat-page.ts';
import { FakeServer, PEER, noReply } from './fake-server.ts';

const STEPS = 2_000;

/** A line on which calls and replies are lost, and replies come when chance lets them. */
class PoorLine implements Api {
  isPoor = true;
  readonly #inner: Api;
  readonly #chance: Prng;
  readonly #held: (() => void)[] = [];

  constructor(inner: Api, chance: Prng) {
    this.#inner = inner;
    this.#chance = chance;
  }

  async call<R extends Call>(route: R, input?: CallInput<R>): Promise<ReplyOf<R>> {
    if (this.isPoor && this.#chance.chance(0.1)) throw noReply();
    const reply = await this.#inner.call(route, input);
    if (!this.isPoor) return reply;
    const isLost = this.#chance.chance(0.1);
    await new Promise<void>((resolve) => this.#held.push(resolve));
    if (isLost) throw noReply();
    return reply;
  }

  /** Lets one of the replies that are under way arrive, whichever. */
  release(): void {
    if (this.#held.length > 0) this.#held.splice(this.#chance.int(0, this.#held.length - 1), 1)[0]?.();
  }

  releaseAll(): void {
    this.isPoor = false;
    for (const arrive of this.#held.splice(0)) arrive();
  }
}

test.each([1, 2, 3])(
  'whatever is lost, late or out of order, in the end the list is the server’s (seed %i)',
  async (seed) => {
    const chance = prng(seed);
    const server = new FakeServer();
    const browser = new Browser();
    server.writeMany(PEER, 50);
    const line = new PoorLine(server.api, chance);
    const page = new ChatPage(browser, line);
    page.room.start('1');
    page.room.open({ kind: 'user', uid: PEER });
    const pushes: (() => void)[] = [];
    let stored = server.talk(PEER).messages.length;
    const texts: string[] = [];
    const push = (message: ChatMessage | undefined) => {
      const rev = String(server.rev);
      pushes.push(() => page.push({ type: 'chat.changed', rev, uid: PEER, ...(message && { message }) }));
    };
    /** Hints on what was stored, some of them; they come when chance lets them. */
    const hintOnNew = () => {
      const { messages } = server.talk(PEER);
      for (; stored < messages.length; stored += 1) if (chance.chance(0.7)) push(messages[stored]);
    };
    const acts: (() => unknown)[] = [
      () => server.write(PEER, `对方${server.rev}`),
      () => server.write(PEER, `对方${server.rev}`),
      () => {
        const text = `我${texts.length}`;
        if (page.room.dialog?.send(text)) texts.push(text);
      },
      () => {
        server.recall(PEER, chance.int(1, server.talk(PEER).messages.length));
        push(undefined);
      },
      () => page.room.dialog?.seen(chance.int(1, server.talk(PEER).messages.length)),
      () => page.room.dialog?.atBottom(chance.chance(0.7)),
      () => void page.room.dialog?.loadOlder(),
      () => browser.clock.pass(chance.int(1, 3_000)),
      () => page.push({ type: 'stream.opened' }),
    ];
    for (let step = 0; step < STEPS; step += 1) {
      await chance.pick(acts)();
      hintOnNew();
      if (chance.chance(0.6) && pushes.length > 0) pushes.splice(chance.int(0, pushes.length - 1), 1)[0]?.();
      for (let count = chance.int(0, 4); count > 0; count -= 1) line.release();
      await settled();
      const shown = page.room.dialog?.messages ?? [];
      const keys = shown.map(({ key }) => key);
      if (new Set(keys).size !== keys.length) throw new Error(`Step ${step}: a message is shown twice`);
    }
    line.releaseAll();
    const { dialog } = page;
    dialog.atBottom(true);
    for (let turn = 0; turn < 2 * texts.length && dialog.messages.some(({ message }) => !message); turn += 1) {
      await browser.pass(1_000);
    }
    await browser.pass(30_000);
    await browser.pass(30_000);
    await quiet();
    const all = server.talk(PEER).messages;
    const shown = dialog.messages.map(({ message }) => message);
    expect(shown).toEqual(all.slice(all.length - shown.length));
    expect(all.filter(({ sent, beBack }) => sent && !beBack).map(({ content }) => content)).toEqual(
      texts.filter((text) => all.some(({ content }) => content === text)),
    );
    expect(all.filter(({ sent }) => sent)).toHaveLength(texts.length);
  },
);
