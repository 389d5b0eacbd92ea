import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openDatabase, type Database } from '#server/db/database.ts';
import { openServices } from '#server/services.ts';
import { brokenClocks, brokenSequences, wrongUnread } from './chat-counts.ts';
import { prng } from './prng.ts';

const CHILD = path.join(import.meta.dirname, 'chat-child.ts');
const PAIRS = 6;

/** A message as the log of a sender has it; without `seq` while nobody answered. */
export interface Logged {
  readonly clientId: string;
  readonly from: string;
  readonly to: string;
  readonly seq?: number;
  /** It was there already when it was answered. */
  readonly wasThere?: boolean;
}

/** What a sender wrote down; a line that was cut off by its end is none. */
export function readLog(file: string): Logged[] {
  const messages = new Map<string, Logged>();
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : [];
  for (const [word, clientId = '', first = '', second = ''] of lines.map((line) => line.split(' '))) {
    const known = messages.get(clientId);
    if (word === 'sending') messages.set(clientId, { clientId, from: first, to: second });
    else if (known) messages.set(clientId, { ...known, seq: Number(first), wasThere: second === 'again' });
  }
  return [...messages.values()];
}

export interface KillPlan {
  /** A database with nothing in it that the caller does not mind: the folder of an embedded one, or a PostgreSQL. */
  readonly database: { readonly url?: string; readonly dataDir?: string };
  readonly kills: number;
  readonly seed?: number;
  /** Processes at once; the embedded database has one. */
  readonly processes?: number;
  /** A process is killed at most so many milliseconds after it began to send. */
  readonly longestMs?: number;
  readonly onKill?: (killed: number, acknowledged: number) => void;
}

export interface KillReport {
  readonly kills: number;
  readonly acknowledged: number;
  /** Stored by a process that was killed before it could say so, and found by the retry. */
  readonly foundAgain: number;
  /** Acknowledged messages that are not there, or not under the number that was told. */
  readonly lost: number;
  readonly doubled: number;
  /** Conversations with a gap, lists with a wrong count of unread messages, lists with a broken clock. */
  readonly gaps: number;
  readonly wrongUnread: number;
  readonly brokenClocks: number;
}

/** Kills processes that send messages at random instants, and looks at what is left after each has been answered. */
export async function killWhileSending(plan: KillPlan): Promise<KillReport> {
  const folder = mkdtempSync(path.join(tmpdir(), 'jingtu-chat-kills-'));
  const { database, kills, processes = database.url === undefined ? 1 : 2, longestMs = 500, seed = 1 } = plan;
  const random = prng(seed);
  try {
    const pairs = await preparePairs(database);
    const logs = Array.from({ length: processes }, (_, index) => path.join(folder, `${index}.log`));
    for (let killed = 0; killed < kills;) {
      await Promise.all(logs.map((log) => runAndKill({ ...database, log, pairs }, random.int(0, longestMs))));
      killed += processes;
      plan.onKill?.(killed, logs.flatMap(readLog).filter(({ seq }) => seq !== undefined).length);
    }
    // The last ones only ask for what was left without an answer.
    await Promise.all(logs.map((log) => runAndKill({ ...database, log, pairs: [] }, 0)));
    return await judge(database, logs.flatMap(readLog), kills);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function preparePairs(address: KillPlan['database']): Promise<[string, string][]> {
  const database = await openDatabase(address);
  await openServices(database, { objects: [], optionSets: [] }, () => new Date());
  const accounts = Array.from({ length: 2 * PAIRS }, (_, index) => ({
    username: `sender-${Date.now()}-${index}`,
    name: `发送者${index}`,
    roles: ['ORG_INVESTOR'],
    vip_type: 0,
    created_at: new Date(),
  }));
  const rows = await database.db.insertInto('account').values(accounts).returning('id').execute();
  const ids = rows.map(({ id }) => id);
  await database.close();
  return Array.from({ length: PAIRS }, (_, index) => [ids[2 * index] ?? '', ids[2 * index + 1] ?? '']);
}

/** Settles when the process is gone. @throws when it went by itself with a fault. */
function runAndKill(task: object, afterMs: number): Promise<void> {
  const child = spawn(process.execPath, [CHILD, JSON.stringify(task)], { stdio: ['ignore', 'pipe', 'inherit'] });
  child.stdout.once('data', () => setTimeout(() => child.kill('SIGKILL'), afterMs));
  return new Promise((resolve, reject) =>
    child.on('close', (code, signal) =>
      signal === 'SIGKILL' || code === 0 ? resolve() : reject(new Error(`A sender ended with ${code ?? signal}`)),
    ),
  );
}

async function judge(address: KillPlan['database'], logged: readonly Logged[], kills: number): Promise<KillReport> {
  const database: Database = await openDatabase(address);
  try {
    const { rows } = await database.pool.query<{ client_id: string; seq: number; times: number }>(
      'select client_id, min(seq) as seq, count(*)::int as times from chat_message group by client_id',
    );
    const stored = new Map(rows.map((row) => [row.client_id, row]));
    const acknowledged = logged.filter(({ seq }) => seq !== undefined);
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
