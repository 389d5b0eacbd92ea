import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { checkDerived, type WrongValue } from '#server/core/derived/check.ts';
import { openDatabase } from '#server/db/database.ts';
import { openServices, type Services } from '#server/services.ts';
import { newObject } from '#tests/support/editing.ts';
import { prng } from '#tests/support/prng.ts';
import { DEAL_FIELDS, NEWEST_FIRST, overDeals } from './firms-and-deals.ts';

const CHILD = path.join(import.meta.dirname, 'rollup-child.ts');
/** Firms, and as many funds. */
export const PARENTS = 30;
const LONGEST_MS = 800;
/** So many times the kills that were asked for, it ends without the writes that were asked for. */
const MOST_KILLS = 10;

/** What a process that writes receives. */
export interface WriterTask {
  readonly url?: string;
  readonly dataDir?: string;
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
  /** Records written, each time counted. */
  readonly writes: number;
  /** Marks that killed processes left behind, at the end. */
  readonly left: number;
  readonly compared: number;
  readonly wrong: readonly WrongValue[];
}

async function withServices<T>(address: KillPlan['database'], work: (services: Services) => Promise<T>): Promise<T> {
  const database = await openDatabase({ ...address, connections: 4 });
  const services = await openServices(database, { objects: [], optionSets: [] }, () => new Date());
  try {
    return await work(services);
  } finally {
    await services.derived.stop();
    await services.search.jobs.stop();
    await services.formulas.jobs.stop();
    await database.close();
  }
}

async function prepare({ metadata, catalog, formulas, writer }: Services): Promise<void> {
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
  for (const apiName of ['Firm', 'Fund']) await writer.writeMany(apiName, 'kills', rows, context);
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

const writesOf = (services: Services): Promise<number> =>
  count(services, `select count(*) as n from record_history where object_api_name = 'Deal'`);

/**
 * Kills, at random instants, processes that write records which others are counted from: two at once, one on the embedded
 * database. When what they left is worked off, every value is compared with a fresh count.
 */
export async function killWhileCounting(plan: KillPlan): Promise<KillReport> {
  const { database, kills, writes = 0, longestMs = LONGEST_MS } = plan;
  const random = prng(kills);
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
    const writers = Array.from({ length: processes }, (_, at) => startWriter({ ...database, seed: killed + at + 1 }));
    await Promise.all(writers.map(killAtChance));
    killed += processes;
  }
  return withServices(database, async (services) => {
    const left = await count(services, 'select count(*) as n from derived_mark');
    await services.derived.drain();
    const wrong: WrongValue[] = [];
    const compared = await checkDerived(services, { onWrong: (one) => wrong.push(one) });
    return { kills: killed, writes: await writesOf(services), left, compared, wrong };
  });
}
