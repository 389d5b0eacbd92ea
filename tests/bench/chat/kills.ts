import type { Row } from '#tests/bench/row.ts';
import { type KillPlan, type KillReport, killWhileSending } from '#tests/support/chat/chat-kills.ts';
import { startOwnPostgres } from '#tests/support/databases/own-postgres.ts';
import { emptyDatabase } from './people.ts';

/** Processes live half as long as the longest on average. */
const PLANS = {
  postgres: { kills: 100, acknowledged: 200_000, longestMs: 3500, pairs: 300 },
  embedded: { kills: 20, acknowledged: 10_000, longestMs: 3000, pairs: 30 },
  database: { kills: 40, acknowledged: 50_000, longestMs: 2500, pairs: 300 },
} as const;

const faultsOf = ({ lost, doubled, gaps, wrongUnread, brokenClocks }: KillReport): number =>
  lost + doubled + gaps + wrongUnread + brokenClocks;

async function rowOf(name: string, plan: KillPlan): Promise<Row> {
  const report = await killWhileSending(plan);
  const enough = plan.acknowledged ?? 0;
  return {
    name: `${name}, ${report.kills} times`,
    ours: `${report.acknowledged.toLocaleString('en')} acknowledged: ${report.lost} lost, ${report.doubled} doubled, ${report.gaps} gaps, ${report.wrongUnread} wrong counts, ${report.brokenClocks} broken clocks`,
    ratio: `${report.foundAgain.toLocaleString('en')} stored before a kill and found by the retry`,
    target: `0 of ≥ ${enough.toLocaleString('en')}`,
    met: faultsOf(report) === 0 && report.acknowledged >= enough,
  };
}

/** Servers: two processes at once on PostgreSQL, one on the embedded database. */
async function killServers(kind: 'embedded' | 'postgres'): Promise<Row[]> {
  const store = await emptyDatabase(kind);
  if (!store) return [];
  const database = { ...(store.url && { url: store.url }), ...(store.dataDir && { dataDir: store.dataDir }) };
  const name = kind === 'postgres' ? 'PostgreSQL, two at once' : 'embedded database';
  try {
    return [await rowOf(`kill -9 of a server in mid-send (${name})`, { ...PLANS[kind], database })];
  } finally {
    await store.drop();
  }
}

/** The database, under two processes that live on: a process of it and the whole of it in turn. */
async function killDatabases(): Promise<Row[]> {
  const postgres = await startOwnPostgres();
  if ('absent' in postgres) {
    console.error(`not measured: ${postgres.absent}`);
    return [];
  }
  const killDatabase = async (time: number) => (time % 2 === 0 ? postgres.killBackend() : postgres.killServer());
  try {
    const plan = { ...PLANS.database, database: { url: postgres.url }, killDatabase };
    return [await rowOf('kill -9 of PostgreSQL in mid-send, of one process of it and of all in turn', plan)];
  } finally {
    await postgres.stop();
  }
}

/** Kills in the midst of as many messages as can be sent: what was acknowledged is there, once, and without gaps. */
export async function run(): Promise<Row[]> {
  return [...(await killServers('postgres')), ...(await killDatabases()), ...(await killServers('embedded'))];
}
