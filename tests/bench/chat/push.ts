import type { Row } from '#tests/bench/row.ts';
import type { ListenerReport } from './listener.ts';
import { emptyDatabase } from './people.ts';
import { shareOf, startHelper, startServer } from './processes.ts';
import type { SenderOrder, SenderReport } from './sender.ts';

const STREAMS = 10_000;
const PER_SECOND = 500;
const SECONDS = 20;
const TARGET_MS = 250;

/** From the instant at which a message is sent to its arrival at the other's stream, while very many streams are open. */
export async function run(): Promise<Row[]> {
  const database = await emptyDatabase('postgres');
  if (!database?.url) return [];
  const server = await startServer({ url: database.url, port: 0, people: STREAMS });
  const half = STREAMS / 2;
  const listeners = [1, 1 + half].map((from) =>
    startHelper('listener.ts', { port: server.port, from, count: half, path: '/api/events' }),
  );
  const helpers = [...listeners, server];
  try {
    await Promise.all(listeners.map((listener) => listener.next<ListenerReport>()));
    const pace = { perSecond: PER_SECOND, seconds: SECONDS, workers: 64 };
    const order: SenderOrder = { ...pace, port: server.port, base: server.base, people: STREAMS };
    const sender = startHelper('sender.ts', order);
    helpers.push(sender);
    const { times } = await sender.ask<SenderReport>('send');
    const reports = await Promise.all(listeners.map((listener) => listener.ask<ListenerReport>('report')));
    const most = (of: (report: ListenerReport) => number): number => Math.max(...reports.map(of));
    const heard = reports.reduce((sum, report) => sum + report.heard, 0);
    const p99 = most((report) => report.p99);
    return [
      {
        name: `sent → at the other's stream, ${STREAMS.toLocaleString('en')} open, ${PER_SECOND} messages a second (PostgreSQL)`,
        ours: `p50 ${most((report) => report.p50).toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, longest ${most((report) => report.max).toFixed(0)} ms`,
        limit: `the sender's own answer: p50 ${shareOf(times, 0.5).toFixed(1)} ms, p99 ${shareOf(times, 0.99).toFixed(1)} ms`,
        ratio: `${(TARGET_MS / p99).toFixed(1)} × sooner; ${heard} of ${PER_SECOND * SECONDS} heard`,
        target: `p99 ≤ ${TARGET_MS} ms`,
        met: p99 <= TARGET_MS && heard >= PER_SECOND * SECONDS,
      },
    ];
  } finally {
    for (const helper of helpers) await helper.kill('SIGTERM');
    await database.drop();
  }
}
