import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { createApp } from '#server/app.ts';
import type { Services } from '#server/services.ts';
import { postgresPrograms } from '#tests/support/databases/postgres-programs.ts';
import { listen, signIn, startLoad } from './load.ts';
import { withCompanies } from './million-companies.ts';
import type { Row } from './row.ts';

const OBJECT = 'InsightCompany';
const MOST_SECONDS = 3600;
/** Backups and dumps in turn: what else the machine does weighs on both. */
const ROUNDS = 2;
/** Four users who each open a list every 50 ms. */
const READERS = { connections: 4, pauseMs: 50 };
const ALONE_SECONDS = 20;

const exec = promisify(execFile);
const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
const inSeconds = (value: number) => `${value.toFixed(1)} s`;
const inMilliseconds = (value: number) => `${value.toFixed(1)} ms`;

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return (performance.now() - from) / 1000;
}

/** Runs a command of the product on a database. */
async function command(
  name: 'backup' | 'restore',
  url: string,
  folder: string,
  args: readonly string[],
): Promise<void> {
  const program = path.resolve(import.meta.dirname, `../../src/server/commands/${name}.ts`);
  const env = { ...process.env, DATABASE_URL: url, JINGTU_DATA: folder };
  await exec(process.execPath, [program, ...args], { env });
}

/** An empty database beside another one, which is dropped after the work. */
async function inEmpty(url: string, work: (url: string) => Promise<void>): Promise<void> {
  const name = `${new URL(url).pathname.slice(1)}_restored`;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`create database ${name}`);
    const address = new URL(url);
    address.pathname = `/${name}`;
    await work(address.href);
  } finally {
    await client.query(`drop database if exists ${name} with (force)`);
    await client.end();
  }
}

async function measure(services: Services, url: string): Promise<Row[]> {
  const { bin } = await postgresPrograms(url);
  const folder = mkdtempSync(path.join(tmpdir(), 'jingtu-bench-backup-'));
  const app = await createApp(services, { signInLimit: 1000 });
  try {
    const [port, cookie] = [await listen(app), await signIn(app, services)];
    const bodies = ['asc', 'desc'].map((order) =>
      JSON.stringify({ objectApiName: OBJECT, pageSize: 20, sort: [{ field: 'name', order }] }),
    );
    const readers = (seconds: number) =>
      startLoad({ port, cookie, path: '/api/metadata/data/getLayoutAndDataList', bodies, seconds, ...READERS });
    const backUp = (file: string) => command('backup', url, folder, [file, '--no-verify']);
    const dump = path.join(folder, 'rival.dump');
    const archives = Array.from({ length: ROUNDS }, (_, round) => path.join(folder, `${round}.zip`));
    const [backups, dumps]: [number[], number[]] = [[], []];
    await readers(2).ended;
    const alone = await readers(ALONE_SECONDS).ended;
    for (const file of archives) {
      backups.push(await timed(() => backUp(file)));
      dumps.push(await timed(() => exec(path.join(bin, 'pg_dump'), ['-Fc', '-f', dump, url])));
    }
    const beside = async (work: () => Promise<unknown>) => {
      const load = readers(MOST_SECONDS);
      await work();
      load.stop();
      return (await load.ended).p95;
    };
    const p95 = await beside(() => backUp(path.join(folder, 'beside.zip')));
    const besideDump = await beside(() => exec(path.join(bin, 'pg_dump'), ['-Fc', '-f', dump, url]));
    const [archive = ''] = archives;
    let [restored, rival] = [NaN, NaN];
    await inEmpty(url, async (empty) => {
      restored = await timed(() => command('restore', empty, folder, [archive]));
    });
    await inEmpty(url, async (empty) => {
      rival = await timed(() => exec(path.join(bin, 'pg_restore'), ['--no-owner', '-d', empty, dump]));
    });
    const [backup, dumped] = [median(backups), median(dumps)];
    const megabytes = (file: string) => `${Math.round(statSync(file).size / 1e6)} MB`;
    return [
      {
        name: 'backup of 1,000,000 companies, PostgreSQL, not verified',
        ours: `${inSeconds(backup)}, ${megabytes(archive)}`,
        rival: `${inSeconds(dumped)}, ${megabytes(dump)} pg_dump -Fc`,
        ratio: `${(backup / dumped).toFixed(2)} ×`,
        target: '≤ 1.3 ×',
        met: backup <= 1.3 * dumped,
      },
      {
        name: 'p95 of 4 readers of lists meanwhile, each every 50 ms',
        ours: inMilliseconds(p95),
        rival: `${inMilliseconds(besideDump)} beside pg_dump`,
        limit: `${inMilliseconds(alone.p95)} without`,
        ratio: `${(p95 / alone.p95).toFixed(2)} ×`,
        target: '≤ 1.5 ×',
        met: p95 <= 1.5 * alone.p95,
      },
      {
        name: 'the same restored with every check',
        ours: inSeconds(restored),
        rival: `${inSeconds(rival)} pg_restore, which checks nothing`,
        ratio: `${(restored / rival).toFixed(2)} ×`,
        target: '≤ 2 ×',
        met: restored <= 2 * rival,
      },
    ];
  } finally {
    await app.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

export const run = (): Promise<Row[]> => withCompanies(measure);
