import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { syncChat } from '#schemas/api/chat.ts';
import { cookieOf } from './people.ts';

/** What the process of those who come back is told; one JSON text as its argument. */
export interface ReturningOrder {
  readonly port: number;
  readonly from: number;
  readonly count: number;
}

/** What it says when all streams are open, and again when all of a later server are and have caught up. */
export interface ReturningReport {
  /** When each of them had caught up: milliseconds of a clock that all processes share. */
  readonly at: readonly number[];
  /** People whose list had a new message when they asked. */
  readonly withNews: number;
}

const SOURCES = 16;
const AT_ONCE = 200;
const FIRST_RETRY_MS = 2000;
const POLL_MS = 5000;
const UNREAD = /"unread":[1-9]/;

const { port, from, count } = JSON.parse(process.argv[2] ?? '{}') as ReturningOrder;
const at: number[] = [];
let withNews = 0;

const socketOf = (person: number) =>
  connect({ port, host: '127.0.0.1', localAddress: `127.0.0.${2 + (person % SOURCES)}` });
const requestOf = (person: number, path: string, more = '') =>
  `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: ${cookieOf(person)}\r\n${more}\r\n`;

/** Asks what changed, as a screen does whose stream is open again. Empty when the server went away. */
async function ask(person: number): Promise<string> {
  return new Promise((resolve) => {
    const socket = socketOf(person).setEncoding('utf8');
    let text = '';
    socket.on('data', (chunk: string) => (text += chunk));
    socket.on('error', () => undefined).on('close', () => resolve(text));
    socket.write(requestOf(person, `${syncChat.path}?since=0`, 'Connection: close\r\n'));
  });
}

/** Opens a stream; settles when it is over, after `opened` was called if it ever answered. */
async function follow(person: number, opened: () => void): Promise<number> {
  return new Promise((resolve) => {
    let again = FIRST_RETRY_MS;
    const socket = socketOf(person).setEncoding('utf8');
    socket.on('error', () => undefined).on('close', () => resolve(again));
    socket.on('data', (text: string) => {
      const told = /^retry: (\d+)/m.exec(text)?.[1];
      if (told === undefined) return;
      again = Number(told);
      opened();
    });
    socket.write(requestOf(person, '/api/events'));
  });
}

/** Stays on the stream as a browser does: after each end it waits what the server said, and opens it again. */
async function stay(person: number, first: () => void): Promise<never> {
  let isFirst = true;
  for (;;) {
    const again = await follow(person, () => {
      if (isFirst) first();
      else void catchUp(person);
      isFirst = false;
    });
    await wait(again);
  }
}

async function catchUp(person: number): Promise<void> {
  let answer = await ask(person);
  // A screen that could not ask polls.
  for (; !answer.startsWith('HTTP/1.1 200'); answer = await ask(person)) await wait(POLL_MS);
  if (UNREAD.test(answer)) withNews += 1;
  at.push(Number(process.hrtime.bigint()) / 1e6);
  if (at.length === count) report();
}

function report(): void {
  process.send?.({ at, withNews } satisfies ReturningReport);
}

for (let opened = 0; opened < count; opened += AT_ONCE) {
  const some = Math.min(AT_ONCE, count - opened);
  await Promise.all(
    Array.from({ length: some }, (_, index) => new Promise<void>((first) => void stay(from + opened + index, first))),
  );
}
report();
