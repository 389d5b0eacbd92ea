import { connect, type Socket } from 'node:net';
import { cookieOf } from './people.ts';
import { shareOf } from './processes.ts';

/** What the listener receives; one JSON text as its argument. */
export interface ListenerOrder {
  readonly port: number;
  /** The first person whose stream it opens, and how many. */
  readonly from: number;
  readonly count: number;
  readonly path: string;
}

/** What it says once all streams are open, and whenever it is asked. Times in milliseconds. */
export interface ListenerReport {
  readonly open: number;
  /** From the instant that a message names to its arrival at the other's stream, since it was asked before. */
  readonly heard: number;
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

/** Connections from one address of this machine to one port are limited: several addresses share them. */
const SOURCES = 16;
/** Streams that are being opened at once. */
const AT_ONCE = 100;

const STAMP = /发出的时刻 (\d+)/;
const TO_OTHER = '"sent":false';

const order = JSON.parse(process.argv[2] ?? '{}') as ListenerOrder;
let open = 0;
let times: number[] = [];

function hear(text: string): void {
  if (!text.includes(TO_OTHER)) return;
  const sent = STAMP.exec(text)?.[1];
  if (sent !== undefined) times.push(Number(process.hrtime.bigint() - BigInt(sent)) / 1e6);
}

/** Opens a stream and settles when it answers. Only whole events are looked at, and only those with a message. */
async function follow(person: number): Promise<Socket> {
  const localAddress = `127.0.0.${2 + (person % SOURCES)}`;
  const socket = connect({ port: order.port, host: '127.0.0.1', localAddress });
  let waiting = '';
  await new Promise<void>((resolve, reject) => {
    socket.on('error', reject).on('close', () => {
      open -= 1;
      reject(new Error('a stream was closed'));
    });
    socket.setEncoding('utf8').on('data', (text: string) => {
      resolve();
      waiting += text;
      const end = waiting.lastIndexOf('\n\n');
      if (end < 0) return;
      const events = waiting.slice(0, end);
      waiting = waiting.slice(end + 2);
      for (const event of events.split('\n\n')) hear(event);
    });
    socket.write(`GET ${order.path} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: ${cookieOf(person)}\r\n\r\n`);
  });
  open += 1;
  return socket;
}

function report(): ListenerReport {
  const sorted = times.toSorted((a, b) => a - b);
  times = [];
  return {
    open,
    heard: sorted.length,
    p50: shareOf(sorted, 0.5),
    p99: shareOf(sorted, 0.99),
    max: sorted.at(-1) ?? Number.NaN,
  };
}

for (let opened = 0; opened < order.count; opened += AT_ONCE) {
  const some = Math.min(AT_ONCE, order.count - opened);
  await Promise.all(Array.from({ length: some }, (_, index) => follow(order.from + opened + index)));
}
process.on('message', () => process.send?.(report()));
process.send?.(report());
