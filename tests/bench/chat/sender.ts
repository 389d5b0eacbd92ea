import { randomUUID } from 'node:crypto';
import { Line } from './line.ts';
import { atPace, type Pace } from './pace.ts';
import { cookieOf, peerOf } from './people.ts';

/** What the sender receives; one JSON text as its argument. */
export interface SenderOrder extends Pace {
  readonly port: number;
  readonly base: number;
  readonly people: number;
}

/** Milliseconds from the instant at which a message was due to its answer, sorted. */
export interface SenderReport {
  readonly times: readonly number[];
  readonly failed: number;
}

/** Times of a process cannot be compared with those of another, but for this clock: nanoseconds, the same for all. */
const stamp = (): string => String(process.hrtime.bigint());

const { port, base, people, ...pace } = JSON.parse(process.argv[2] ?? '{}') as SenderOrder;
const lines = Array.from({ length: pace.workers }, () => new Line(port));

/** Sends from one to the other of random couples. */
async function send(): Promise<SenderReport> {
  let failed = 0;
  const times = await atPace(pace, async (worker) => {
    const me = 1 + Math.floor(Math.random() * people);
    const body = { clientId: randomUUID(), content: `您好，这是发出的时刻 ${stamp()}`, type: 0, seenSeq: 0 };
    const path = `/api/rong/sixin/${base + peerOf(me)}`;
    const answer = await lines[worker]?.post(path, cookieOf(me), JSON.stringify(body));
    if (!answer?.startsWith('HTTP/1.1 200')) failed += 1;
  });
  return { times, failed };
}

// Each message from outside begins a round, which ends with its report.
process.on('message', () => void send().then((report) => process.send?.(report)));
