import { emptyDatabase } from './chat/people.ts';
import type { Row } from './row.ts';
import { killWhileCounting } from '#tests/support/derived/rollup-kills.ts';

const KILLS = Number(process.env['KILLS'] ?? 200);
const WRITES = Number(process.env['WRITES'] ?? 100_000);
const LONGEST_MS = Number(process.env['LONGEST_MS'] ?? 20_000);

/** Rows about processes that are killed while they write what roll-ups are counted from, two at once, on PostgreSQL. */
export async function run(): Promise<Row[]> {
  const store = await emptyDatabase('postgres');
  if (!store?.url) return [];
  try {
    const plan = { database: { url: store.url }, kills: KILLS, writes: WRITES, longestMs: LONGEST_MS };
    const { kills, writes, kinds, left, compared, wrong } = await killWhileCounting(plan);
    for (const one of wrong) console.log(JSON.stringify(one));
    const each = Object.entries(kinds).map(([kind, count]) => `${kind} ${count.toLocaleString('en')}`);
    return [
      {
        name: `kill -9 of a process that writes, imports, edits in bulk, merges, undoes and counts (two at once), ${kills} times`,
        ours: `${wrong.length} wrong of ${compared} after ${writes.toLocaleString('en')} writes`,
        limit: each.join(', '),
        ratio: `${left} marks were left at the end`,
        target: `0 after ≥ ${WRITES.toLocaleString('en')}`,
        met: wrong.length === 0 && writes >= WRITES,
      },
    ];
  } finally {
    await store.drop();
  }
}
