// `npm run soak -- --hours N [--on embedded|cluster]`: mixed load, first on the embedded database, then on three servers over a
// cluster of PostgreSQL whose writer is killed every ten minutes. Nothing that was acknowledged may be lost or doubled, no
// error may be logged, and the heap may not grow.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import { openDatabase } from '#server/db/database.ts';
import { startOwnCluster } from '#tests/support/databases/own-cluster.ts';
import { type HeapSample, heapGrowth } from './heap.ts';
import { Load } from './load.ts';
import { type SoakServer, startServer } from './server.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const HOUR_MS = 60 * 60 * 1000;
const TICK_MS = 10_000;
const FAILOVER_MS = 10 * 60 * 1000;
const SERVERS = 3;
const MOST_GROWN_MB = 10;
/** Faults that are shown. */
const SHOWN = 5;
// Servers on one PostgreSQL open each other's sealed values.
process.env['SECRET_KEY'] ??= Buffer.alloc(32, 'soak').toString('base64');

/** What came out of one kind of installation. */
interface Outcome {
  readonly what: string;
  readonly found: string;
  readonly isGood: boolean;
}

/** Where the servers store, and what happens to it meanwhile. */
interface Installation {
  readonly name: string;
  readonly env: NodeJS.ProcessEnv;
  readonly servers: number;
  /** Called every ten minutes. */
  readonly disturb?: () => Promise<void>;
}

async function soak({ name, env, servers: count, disturb }: Installation, hours: number): Promise<Outcome[]> {
  const servers: SoakServer[] = [];
  const began = Date.now();
  // One after the other: the first one brings the database up to date.
  for (let index = 0; index < count; index += 1) servers.push(await startServer(env));
  const load = new Load(
    servers.map(({ address }) => address),
    `soak-${began}`,
  );
  const work = load.start();
  const samples: HeapSample[][] = servers.map(() => []);
  const until = Date.now() + hours * HOUR_MS;
  const from = Date.now();
  let disturbed = from;
  while (Date.now() < until) {
    await Promise.race([wait(TICK_MS), work]);
    const at = Date.now() - from;
    for (const [index, server] of servers.entries()) samples[index]?.push({ at, bytes: await server.heapBytes() });
    if (disturb && Date.now() - disturbed >= Math.min(FAILOVER_MS, (hours * HOUR_MS) / 3)) {
      disturbed = Date.now();
      await disturb();
    }
    const minutes = Math.floor(at / 60_000);
    process.stderr.write(`${name}: ${minutes} min, ${load.records.length} records, ${load.messages.length} messages\r`);
  }
  load.stop();
  await work;
  for (const server of servers) await server.stop();
  const errors = servers.flatMap((server) => server.errors);
  const grown = samples.map(heapGrowth);
  return [
    ...(await stored(env, load)).map((outcome) => ({ ...outcome, what: `${name}: ${outcome.what}` })),
    {
      what: `${name}: answers that are neither a success nor 503 with a time to try again`,
      found: `${load.faults.length} of ${load.reads + load.records.length + load.messages.length}, ${load.unavailable} times 503 ${[...new Set(load.faults)].slice(0, SHOWN).join(' · ')}`,
      isGood: load.faults.length === 0,
    },
    { what: `${name}: errors in the log`, found: `${errors.length} ${errors[0] ?? ''}`, isGood: errors.length === 0 },
    {
      what: `${name}: growth of the heap after the first ten minutes`,
      found: grown.map((megabytes) => `${megabytes.toFixed(1)} MB`).join(', '),
      isGood: Math.max(...grown) <= MOST_GROWN_MB,
    },
  ];
}

/** Looks up what was acknowledged, once the servers have ended. */
async function stored(env: NodeJS.ProcessEnv, load: Load): Promise<Outcome[]> {
  const database = await openDatabase({ url: env['DATABASE_URL'], dataDir: env['JINGTU_DATA'] });
  const keysOf = async (text: string) => (await database.pool.query<{ key: string }>(text)).rows.map(({ key }) => key);
  const judge = (what: string, acknowledged: readonly string[], keys: readonly string[]): Outcome => {
    const times = new Map<string, number>();
    for (const key of keys) times.set(key, (times.get(key) ?? 0) + 1);
    const lost = acknowledged.filter((key) => !times.has(key)).length;
    const doubled = acknowledged.filter((key) => (times.get(key) ?? 0) > 1).length;
    return {
      what,
      found: `${acknowledged.length} acknowledged, ${lost} lost, ${doubled} doubled`,
      isGood: acknowledged.length > 0 && lost === 0 && doubled === 0,
    };
  };
  try {
    return [
      judge('records', load.records, await keysOf('select title as key from "InsightNews"')),
      judge('messages', load.messages, await keysOf('select client_id as key from chat_message')),
    ];
  } finally {
    await database.close();
  }
}

async function onEmbedded(hours: number): Promise<Outcome[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'jingtu-soak-'));
  try {
    return await soak({ name: 'embedded database', env: { JINGTU_DATA: folder, DATABASE_URL: '' }, servers: 1 }, hours);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function onCluster(hours: number): Promise<Outcome[]> {
  const cluster = await startOwnCluster();
  if ('absent' in cluster) return [{ what: 'cluster', found: cluster.absent, isGood: false }];
  const folder = mkdtempSync(path.join(tmpdir(), 'jingtu-soak-'));
  const env = { DATABASE_URL: cluster.url, JINGTU_DATA: folder, DATABASE_CONNECTIONS: '8' };
  const disturb = async () => {
    await cluster.failOver();
    await cluster.restore();
  };
  try {
    await promisify(execFile)(process.execPath, ['src/server/commands/seed.ts'], {
      cwd: ROOT,
      env: { ...process.env, ...env },
    });
    return await soak({ name: 'cluster', env, servers: SERVERS, disturb }, hours);
  } finally {
    await cluster.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

const { values } = parseArgs({ options: { hours: { type: 'string', default: '1' }, on: { type: 'string' } } });
const hours = Number(values.hours);
if (!(hours > 0)) throw new Error('--hours is a number above 0');
const outcomes = [
  ...(values.on === 'cluster' ? [] : await onEmbedded(hours)),
  ...(values.on === 'embedded' ? [] : await onCluster(hours)),
];
console.log(outcomes.map(({ what, found, isGood }) => `${isGood ? 'ok    ' : 'FAILED'}  ${what}: ${found}`).join('\n'));
process.exitCode = outcomes.every(({ isGood }) => isGood) ? 0 : 1;
