import { openDatabase } from '#server/db/database.ts';
import type { Row } from '#tests/bench/row.ts';
import { atPace, type Pace } from './pace.ts';
import { emptyDatabase } from './people.ts';
import { type Helper, shareOf, startHelper, startServer } from './processes.ts';
import { ALONE, draftOf, statement } from './rivals.ts';
import type { SenderOrder, SenderReport } from './sender.ts';

const PEOPLE = 2000;
const PACE: Pace = { perSecond: 500, seconds: 5, workers: 64 };
const ROUNDS = 5;
const TARGET = { p50: 10, p99: 50 };

const at = (times: readonly number[], share: number): number =>
  shareOf(
    times.toSorted((a, b) => a - b),
    share,
  );

/**
 * Messages over HTTP by people with sessions, at an even rate: from the instant at which one was due to its answer. In turn
 * with the same messages as bare statements, so that whatever else the machine does falls on both.
 */
export async function run(): Promise<Row[]> {
  const store = await emptyDatabase('postgres');
  if (!store?.url) return [];
  const server = await startServer({ url: store.url, port: 0, people: PEOPLE });
  const helpers: Helper[] = [server];
  const bare = await openDatabase({ url: store.url });
  try {
    const order: SenderOrder = { ...PACE, port: server.port, base: server.base, people: PEOPLE };
    const sender = startHelper('sender.ts', order);
    helpers.push(sender);
    const [ours, limit]: [number[], number[]] = [[], []];
    let failed = 0;
    for (let round = 0; round <= ROUNDS; round += 1) {
      const sent = await sender.ask<SenderReport>('send');
      const stored = await atPace(PACE, async () => {
        await statement(bare, 'alone', ALONE, draftOf(server.base, PEOPLE));
      });
      failed += sent.failed;
      // The first round warms up.
      if (round > 0) ours.push(...sent.times);
      if (round > 0) limit.push(...stored);
    }
    const [p50, p99] = [at(ours, 0.5), at(ours, 0.99)];
    const words = (times: readonly number[]): string =>
      `p50 ${at(times, 0.5).toFixed(1)} ms, p99 ${at(times, 0.99).toFixed(1)} ms, longest ${at(times, 1).toFixed(0)} ms`;
    return [
      {
        name: `a message acknowledged, ${PACE.perSecond} a second over HTTP with sessions (PostgreSQL)`,
        ours: words(ours),
        limit: `the same as bare statements: ${words(limit)}`,
        ratio: `p99 ${(p99 / at(limit, 0.99)).toFixed(2)} ×; ${failed} of ${(ROUNDS + 1) * PACE.perSecond * PACE.seconds} failed`,
        target: 'p50 ≤ 10 ms, p99 ≤ 50 ms',
        met: p50 <= TARGET.p50 && p99 <= TARGET.p99 && failed === 0,
      },
    ];
  } finally {
    await bare.close();
    for (const helper of helpers) await helper.kill('SIGTERM');
    await store.drop();
  }
}
