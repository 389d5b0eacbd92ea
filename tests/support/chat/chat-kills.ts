import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openDatabase, type Database } from '#server/db/database.ts';
import { openServices } from '#server/services.ts';
import { brokenClocks, brokenSequences, wrongUnread } from './chat-counts.ts';
import { isAcknowledged, type Logged, readLog } from './chat-log.ts';
import { startSender } from './chat-senders.ts';
import { prng } from '#tests/support/prng.ts';

const PAIRS = 6;
/** So many times the kills that were asked for, it ends without the messages that were asked for. */
const MOST_KILLS = 10;

export interface KillPlan {
  /** A database with nothing in it that the caller does not mind: the folder of an embedded one, or a PostgreSQL. */
  readonly database: { readonly url?: string; readonly dataDir?: string };
  /** Kills at least, and acknowledged messages at least: it goes on until there are both. */
  readonly kills: number;
  readonly acknowledged?: number;
  readonly seed?: number;
  /** Processes at once; the embedded database has one. */
  readonly processes?: number;
  /** People who talk, two by two. */
  readonly pairs?: number;
  /** A process is killed at most so many milliseconds after it began to send. */
  readonly longestMs?: number;
  /** Kills the database in place of the processes, the so-manieth time, and settles when it is there again. */
  readonly killDatabase?: (time: number) => Promise<void>;
}

export interface KillReport {
  readonly kills: number;
  readonly acknowledged: number;
  /** Stored by a process that was killed before it could say so, and found by the retry. */
  readonly foundAgain: number;
  /** Acknowledged messages that are not there, or not under the number that was acknowledged. */
  readonly lost: number;
  readonly doubled: number;
  /** Conversations with a gap, lists with a wrong count of unread messages, lists with a broken clock. */
  readonly gaps: number;
  readonly wrongUnread: number;
  readonly brokenClocks: number;
}

/** Kills, at random instants, processes that send messages, and looks at what is left after each has been answered. */
export async function killWhileSending(plan: KillPlan): Promise<KillReport> {
  const folder = mkdtempSync(path.join(tmpdir(), 'jingtu-chat-kills-'));
  const { database, kills, acknowledged = 0, longestMs = 500, killDatabase } = plan;
  const random = prng(plan.seed ?? 1);
  try {
    const pairs = await preparePairs(database, plan.pairs ?? PAIRS);
    const processes = plan.processes ?? (database.url === undefined ? 1 : 2);
    const logs = Array.from({ length: processes }, (_, index) => path.join(folder, `${index}.log`));
    const begin = (outlives: boolean) => logs.map((log) => startSender({ ...database, log, pairs, outlives }));
    let killed = 0;
    const isEnough = () =>
      killed >= kills &&
      (killed >= MOST_KILLS * kills || logs.flatMap(readLog).filter(isAcknowledged).length >= acknowledged);
    if (killDatabase) {
      const senders = begin(true);
      const running = Promise.all(senders.map(({ ended }) => ended));
      await Promise.all(senders.map(({ begun }) => begun));
      while (!isEnough()) {
        await Promise.race([wait(random.int(0, longestMs)), running]);
        await killDatabase(killed);
        killed += 1;
      }
      for (const { kill } of senders) kill();
      await running;
    }
    while (!isEnough()) {
      const killAtChance = async ({ begun, kill, ended }: ReturnType<typeof startSender>) => {
        await begun;
        await wait(random.int(0, longestMs));
        kill();
        await ended;
      };
      await Promise.all(begin(false).map(killAtChance));
      killed += processes;
    }
    // The last ones only ask for what was left without an answer.
    await Promise.all(logs.map((log) => startSender({ ...database, log, pairs: [] }).ended));
    return await judge(database, logs.flatMap(readLog), killed);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function preparePairs(address: KillPlan['database'], pairs: number): Promise<[string, string][]> {
  const database = await openDatabase(address);
  await openServices(database, { objects: [], optionSets: [] }, () => new Date());
  const accounts = Array.from({ length: 2 * pairs }, (_, index) => ({
    username: `sender-${Date.now()}-${index}`,
    name: `发送者${index}`,
    roles: ['ORG_INVESTOR'],
    vip_type: 0,
    created_at: new Date(),
  }));
  const rows = await database.db.insertInto('account').values(accounts).returning('id').execute();
  const ids = rows.map(({ id }) => id);
  await database.close();
  return Array.from({ length: pairs }, (_, index) => [ids[2 * index] ?? '', ids[2 * index + 1] ?? '']);
}

async function judge(address: KillPlan['database'], logged: readonly Logged[], kills: number): Promise<KillReport> {
  const database: Database = await openDatabase(address);
  try {
    const { rows } = await database.pool.query<{ client_id: string; seq: number; times: number }>(
      'select client_id, min(seq) as seq, count(*)::int as times from chat_message group by client_id',
    );
    const stored = new Map(rows.map((row) => [row.client_id, row]));
    const acknowledged = logged.filter(isAcknowledged);
    return {
      kills,
      acknowledged: acknowledged.length,
      foundAgain: acknowledged.filter(({ wasThere }) => wasThere).length,
      lost: acknowledged.filter(({ clientId, seq }) => stored.get(clientId)?.seq !== seq).length,
      doubled: rows.filter(({ times }) => times > 1).length + Math.max(0, rows.length - logged.length),
      gaps: (await brokenSequences(database)).length,
      wrongUnread: (await wrongUnread(database)).length,
      brokenClocks: (await brokenClocks(database)).length,
    };
  } finally {
    await database.close();
  }
}
