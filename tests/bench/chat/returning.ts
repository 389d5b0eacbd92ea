import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { readDialog, readInmailList, syncChat } from '#schemas/api/chat.ts';
import type { ReplyOf } from '#schemas/api/route.ts';
import { Line } from './line.ts';
import { cookieOf } from './people.ts';

/** What the process of those who come back receives; one JSON text as its argument. */
export interface ReturningOrder {
  readonly port: number;
  readonly from: number;
  readonly count: number;
  /** How many messages every user's conversation has in the end. */
  readonly messages: number;
}

/** What it says when all streams are open, and again when all of a later server are and have caught up. */
export interface ReturningReport {
  /** When each of them had caught up: milliseconds of a clock that all processes share. */
  readonly at: readonly number[];
  /** People who have each of the messages of their conversation, once and in order. */
  readonly whole: number;
  /** Requests that were answered since the streams were cut. */
  readonly answered: number;
}

const SOURCES = 16;
const AT_ONCE = 200;
/** A browser that was never given a time to wait. */
const FIRST_RETRY_MS = 2000;
/** As the product polls while no stream is open. */
const POLL_MS = 5000;

const { port, from, count, messages } = JSON.parse(process.argv[2] ?? '{}') as ReturningOrder;
const at: number[] = [];
let [whole, answered, opened] = [0, 0, 0];

const sourceOf = (person: number) => `127.0.0.${2 + (person % SOURCES)}`;

/** A screen with the room open: its stream, its list, the conversation that it shows. */
class Screen {
  readonly #person: number;
  readonly #cookie: string;
  #retryMs = FIRST_RETRY_MS;
  #rev = '0';
  #seqs: number[] = [];
  #isOpen = false;
  #isBack = false;
  /** Kept from request to request, as browsers do. */
  #line: Line | undefined;
  #looking = Promise.resolve(true);

  constructor(person: number) {
    this.#person = person;
    this.#cookie = cookieOf(person);
  }

  /** Stays on the stream as a browser does: after each end it waits what the server said, and opens it again. */
  async stay(ready: () => void): Promise<never> {
    let isFirst = true;
    for (;;) {
      await this.#follow(() => {
        this.#isOpen = true;
        void (isFirst ? this.#begin().then(ready) : this.#comeBack());
        isFirst = false;
      });
      if (this.#isOpen) void this.#poll();
      this.#isOpen = false;
      await wait(this.#retryMs);
    }
  }

  /** Settles when the stream is over, after `open` was called if it ever answered. */
  async #follow(open: () => void): Promise<void> {
    return new Promise((resolve) => {
      const socket = connect({ port, host: '127.0.0.1', localAddress: sourceOf(this.#person) }).setEncoding('utf8');
      socket.on('error', () => undefined).on('close', () => resolve());
      socket.on('data', (text: string) => {
        const told = /^retry: (\d+)/m.exec(text)?.[1];
        if (told === undefined) return;
        this.#retryMs = Number(told);
        open();
      });
      socket.write(`GET /api/events HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: ${this.#cookie}\r\n\r\n`);
    });
  }

  async #begin(): Promise<void> {
    this.#rev = (await this.#ask<ReplyOf<typeof readInmailList>>(readInmailList.path))?.rev ?? '0';
  }

  /** While no stream is open it asks every five seconds, at first half of them sooner or later, as the product does. */
  async #poll(): Promise<void> {
    await wait((0.5 + Math.random()) * POLL_MS);
    while (!this.#isOpen) {
      await this.#look();
      await wait(POLL_MS);
    }
  }

  async #comeBack(): Promise<void> {
    while (!(await this.#look())) await wait(POLL_MS);
  }

  /** Notes the first time that it has everything while its stream is open. */
  #noteWhole(): void {
    if (!this.#isOpen || this.#isBack) return;
    this.#isBack = true;
    if (this.#seqs.length === messages && this.#seqs.every((seq, index) => seq === index + 1)) whole += 1;
    at.push(Number(process.hrtime.bigint()) / 1e6);
    // All who look on are more than one process may have open files here: a stream and a line for each.
    this.#line?.close();
    this.#line = undefined;
    if (at.length === count) report();
  }

  /** Looks, one look after the other. */
  async #look(): Promise<boolean> {
    this.#looking = this.#looking.then(() => this.#lookNow());
    return this.#looking;
  }

  /** Asks what changed and fetches what is missing of the conversation. False when the server did not answer. */
  async #lookNow(): Promise<boolean> {
    const changes = await this.#ask<ReplyOf<typeof syncChat>>(`${syncChat.path}?since=${this.#rev}`);
    if (!changes) return false;
    for (const { uid } of changes.list) {
      const path = readDialog.path.replace('{uid}', uid);
      const last = this.#seqs.at(-1) ?? 0;
      const page = await this.#ask<ReplyOf<typeof readDialog>>(`${path}?lastId=${last}&flip_type=0&pageSize=100`);
      if (!page) return false;
      this.#seqs.push(...page.list.map(({ seq }) => seq));
    }
    this.#rev = changes.rev;
    this.#noteWhole();
    return true;
  }

  async #ask<T>(path: string): Promise<T | undefined> {
    const line = (this.#line ??= new Line(port, sourceOf(this.#person)));
    const answer = await line.get(path, this.#cookie);
    if (!answer.startsWith('HTTP/1.1 200')) {
      line.close();
      this.#line = undefined;
      return undefined;
    }
    answered += 1;
    return (JSON.parse(answer.slice(answer.indexOf('\r\n\r\n'))) as { data: T }).data;
  }
}

function report(): void {
  process.send?.({ at, whole, answered: answered - opened } satisfies ReturningReport);
}

for (let first = 0; first < count; first += AT_ONCE) {
  const some = Math.min(AT_ONCE, count - first);
  const screens = Array.from({ length: some }, (_, index) => new Screen(from + first + index));
  await Promise.all(screens.map((screen) => new Promise<void>((ready) => void screen.stay(ready))));
}
opened = answered;
report();
