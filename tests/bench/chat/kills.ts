import type { Row } from '#tests/bench/row.ts';
import { type KillReport, killWhileSending } from '#tests/support/chat-kills.ts';
import { emptyDatabase } from './people.ts';

/** Processes live half as long on average. */
const PLANS = {
  postgres: { kills: 100, longestMs: 4500, acknowledged: 200_000 },
  embedded: { kills: 20, longestMs: 3000, acknowledged: 10_000 },
} as const;

const faultsOf = ({ lost, doubled, gaps, wrongUnread, brokenClocks }: KillReport): number =>
  lost + doubled + gaps + wrongUnread + brokenClocks;

/** Processes killed while they send as fast as they can: what was acknowledged is there, once, and without gaps. */
export async function run(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const kind of ['postgres', 'embedded'] as const) {
    const store = await emptyDatabase(kind);
    if (!store) continue;
    const { kills, longestMs, acknowledged } = PLANS[kind];
    const database = { ...(store.url && { url: store.url }), ...(store.dataDir && { dataDir: store.dataDir }) };
    try {
      const report = await killWhileSending({ database, kills, longestMs });
      rows.push({
        name: `kill -9 of a server in mid-send, ${report.kills} times (${kind === 'postgres' ? 'PostgreSQL, two at once' : 'embedded database'})`,
        ours: `${report.acknowledged.toLocaleString('en')} acknowledged: ${report.lost} lost, ${report.doubled} doubled, ${report.gaps} gaps, ${report.wrongUnread} wrong counts, ${report.brokenClocks} broken clocks`,
        ratio: `${report.foundAgain} stored before the kill and found by the retry`,
        target: `0 of ≥ ${acknowledged.toLocaleString('en')}`,
        met: faultsOf(report) === 0 && report.acknowledged >= acknowledged,
      });
    } finally {
      await store.drop();
    }
  }
  return rows;
}
