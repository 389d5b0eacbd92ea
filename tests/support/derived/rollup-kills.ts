import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { checkDerived, type WrongValue } from '#server/core/derived/check.ts';
import { createApp } from '#server/app.ts';
import { accountIdOf, insertAccounts } from '#server/commands/seed/queries.ts';
import { shippedObjects, shippedOptionSets } from '#server/core/catalog/shipped.ts';
import { openDatabase } from '#server/db/database.ts';
import { hashPassword } from '#server/platform/accounts/password.ts';
import { SAMPLE_ACCOUNTS } from '#sample/sample-accounts.ts';
import { openServices, type Services } from '#server/services.ts';
import { TEST_PASSWORD } from '#tests/support/databases/kept-databases.ts';
import { newObject } from '#tests/support/editing.ts';
import { prng } from '#tests/support/prng.ts';
import { DEAL_FIELDS, NEWEST_FIRST, overDeals } from './firms-and-deals.ts';

const CHILD = path.join(import.meta.dirname, 'rollup-child.ts');
/** Firms, and as many funds. */
export const PARENTS = 30;
/** Source of the natural keys that firms and funds have, which count from 0. */
export const SOURCE = 'kills';
const LONGEST_MS = 800;
const POLL_MS = 50;
/** So many times the kills that were asked for, it ends without the writes that were asked for. */
const MOST_KILLS = 10;

/** What a process that writes receives. */
export interface WriterTask {
  readonly url?: string;
  readonly dataDir?: string;
  /** Folder of the files that are imported. */
  readonly importDir: string;
  readonly seed: number;
}

export interface KillPlan {
  readonly database: { readonly url?: string; readonly dataDir?: string };
  /** Kills at least, and writes at least: it goes on until there are both. */
  readonly kills: number;
  readonly writes?: number;
  /** A process is killed at most so many milliseconds after it began to write. */
  readonly longestMs?: number;
}

export interface KillReport {
  readonly kills: number;
  /** Versions of records written, each counted: all of them, and by what wrote them. */
  readonly writes: number;
  readonly kinds: Readonly<Record<string, number>>;
  /** Marks that killed processes left behind, at the end. */
  readonly left: number;
  readonly compared: number;
  readonly wrong: readonly WrongValue[];
}

async function withServices<T>(address: KillPlan['database'], work: (services: Services) => Promise<T>): Promise<T> {
  const database = await openDatabase({ ...address, connections: 4 });
  const shipped = { objects: shippedObjects(), optionSets: shippedOptionSets() };
  const services = await openServices(database, shipped, () => new Date());
  try {
    return await work(services);
  } finally {
    await services.derived.stop();
    await services.search.jobs.stop();
    await services.formulas.jobs.stop();
    await database.close();
  }
}

async function prepare({ metadata, catalog, formulas, writer, database }: Services): Promise<void> {
  if ((await accountIdOf(database.db, 'staff')) === undefined)
    await insertAccounts(database, SAMPLE_ACCOUNTS, await hashPassword(TEST_PASSWORD), new Date());
  const name = { apiName: 'name', type: 'text', label: '名称' } as const;
  const save = (...[apiName, fields]: Parameters<typeof newObject>) =>
    metadata.save(newObject(apiName, fields), catalog.find(apiName)?.version ?? 0, 'test');
  for (const apiName of ['Firm', 'Fund']) await save(apiName, [name]);
  await save('Deal', DEAL_FIELDS);
  const open = { field: 'open', op: 'eq', value: true };
  await save('Firm', [
    name,
    overDeals('deals', { function: 'count' }),
    overDeals('total', { function: 'sum', of: ['amount'] }),
    overDeals('round', { function: 'first', of: ['round'], orderBy: NEWEST_FIRST }),
    overDeals('openDeals', { function: 'count', filter: open }),
  ]);
  await save('Fund', [
    name,
    overDeals('deals', { function: 'count', fields: ['leads', 'follows'] }),
    overDeals('led', { function: 'count', fields: ['leads'] }),
    overDeals('firms', { function: 'countDistinct', of: ['firm'], fields: ['leads', 'follows'] }),
  ]);
  await formulas.jobs.fill();
  const context = { actor: '1', roles: ['staff'], origin: 'form', now: new Date() };
  const rows = Array.from({ length: PARENTS }, (_, at) => ({ key: `${at}`, values: { name: `${at}` } }));
  for (const apiName of ['Firm', 'Fund']) await writer.writeMany(apiName, SOURCE, rows, context);
}

function startWriter(task: WriterTask) {
  const child = spawn(process.execPath, [CHILD, JSON.stringify(task)], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<void>((resolve, reject) =>
    child.on('close', (code, signal) =>
      signal === 'SIGKILL' ? resolve() : reject(new Error(`A writer ended with ${code ?? signal}`)),
    ),
  );
  ended.catch(() => undefined);
  return { begun: Promise.race([once(child.stdout, 'data'), ended]), ended, kill: () => void child.kill('SIGKILL') };
}

const count = async ({ database }: Services, text: string): Promise<number> =>
  Number((await database.pool.query<{ n: string }>(text)).rows[0]?.n);

/** How many versions of records each way of writing wrote. */
async function kindsOf({ database }: Services): Promise<Record<string, number>> {
  const { rows } = await database.pool.query<{ kind: string; n: string }>(
    `select case when origin like 'import:%#%' then 'file' else regexp_replace(origin, '^(undo:)?(\\w+).*$', '\\1\\2') end
      as kind, count(*) as n from record_history where object_api_name in ('Deal', 'Firm', 'Fund') group by 1 order by 1`,
  );
  return Object.fromEntries(rows.map(({ kind, n }) => [kind, Number(n)]));
}

const writesOf = async (services: Services): Promise<number> =>
  Object.values(await kindsOf(services)).reduce((sum, n) => sum + n, 0);

/** Merges and undos of them whose links are still to follow, as the next start of the product goes on with them. */
async function endMerges(services: Services): Promise<void> {
  const app = await createApp(services);
  await app.ready();
  while ((await count(services, `select count(*) as n from merge where state in ('moving', 'undoing')`)) > 0)
    await wait(POLL_MS);
  await app.close();
}

/**
 * Kills, at random instants, processes that write records which others are counted from: two at once, one on the embedded
 * database. When what they left is worked off, every value is compared with a fresh count.
 */
export async function killWhileCounting(plan: KillPlan): Promise<KillReport> {
  const { database, kills, writes = 0, longestMs = LONGEST_MS } = plan;
  const random = prng(kills);
  const importDir = mkdtempSync(path.join(tmpdir(), 'jingtu-rollup-kills-'));
  await withServices(database, prepare);
  const processes = database.url === undefined ? 1 : 2;
  let killed = 0;
  const isEnough = async () =>
    killed >= kills && (killed >= MOST_KILLS * kills || (await withServices(database, writesOf)) >= writes);
  while (!(await isEnough())) {
    const killAtChance = async ({ begun, kill, ended }: ReturnType<typeof startWriter>) => {
      await begun;
      await wait(random.int(0, longestMs));
      kill();
      await ended;
    };
    const writers = Array.from({ length: processes }, (_, at) =>
      startWriter({ ...database, importDir, seed: killed + at + 1 }),
    );
    await Promise.all(writers.map(killAtChance));
    killed += processes;
  }
  rmSync(importDir, { recursive: true });
  // In services of their own, as an app that is closed stops those that it has.
  const left = await withServices(database, async (services) => {
    const marks = await count(services, 'select count(*) as n from derived_mark');
    await endMerges(services);
    return marks;
  });
  return withServices(database, async (services) => {
    await services.derived.drain();
    const wrong: WrongValue[] = [];
    const compared = await checkDerived(services, { onWrong: (one) => wrong.push(one) });
    const kinds = await kindsOf(services);
    return { kills: killed, writes: await writesOf(services), kinds, left, compared, wrong };
  });
}
