import { emptyDatabase } from './chat/people.ts';
import type { Row } from './row.ts';
import { killWhileCounting } from '#tests/support/derived/rollup-kills.ts';

const KILLS = Number(process.env['KILLS'] ?? 200);
const WRITES = Number(process.env['WRITES'] ?? 100_000);
const LONGEST_MS = Number(process.env['LONGEST_MS'] ?? 8000);

/** Rows about processes that are killed while they write what roll-ups are counted from, two at once, on PostgreSQL. */
export async function run(): Promise<Row[]> {
  const store = await emptyDatabase('postgres');
  if (!store?.url) return [];
  try {
    const plan = { database: { url: store.url }, kills: KILLS, writes: WRITES, longestMs: LONGEST_MS };
    const { kills, writes, left, compared, wrong } = await killWhileCounting(plan);
    return [
      {
        name: `kill -9 of a process that writes and counts (two at once), ${kills} times`,
        ours: `${wrong.length} wrong of ${compared} after ${writes.toLocaleString('en')} writes`,
        ratio: `${left} marks were left at the end`,
        target: `0 after ≥ ${WRITES.toLocaleString('en')}`,
        met: wrong.length === 0 && writes >= WRITES,
      },
    ];
  } finally {
    await store.drop();
  }
}
