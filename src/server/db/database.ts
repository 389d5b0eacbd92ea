import path from 'node:path';
import { Kysely } from 'kysely';
import pg from 'pg';
import { Commits, CommitsDialect } from './committed.ts';
import { openEmbedded } from './embedded.ts';
import { lockFolder } from './folder-lock.ts';
import { Listener } from './listener.ts';
import { planningOnce } from './planned-once.ts';
import type { Tables } from './tables.ts';
import { openVault, type Vault } from './vault.ts';

/** One connection as the features use it: system tables by type, object tables by `sql`. */
export type Db = Kysely<Tables>;

/** An open database of either kind, behind one driver. */
export interface Database {
  readonly kind: 'embedded' | 'postgres';
  readonly db: Db;
  /** For the few queries that name their prepared statement. */
  readonly pool: pg.Pool;
  /** For lists and counts. On PostgreSQL its connections are apart and end every statement after FIRST_ATTEMPT_MS. */
  readonly reads: pg.Pool;
  /** Says which records were written, once they are committed. */
  readonly commits: Commits;
  /** Seals what must not be readable in the tables. */
  readonly vault: Vault;
  /**
   * Calls back for every NOTIFY on a channel, over a connection of its own; never on the embedded database. A connection
   * that is lost is opened again, and `catchUp` is called: notifications of the meantime do not come again.
   */
  readonly listen: (
    channel: string,
    receive: (payload: string) => Promise<void>,
    catchUp: () => Promise<void>,
  ) => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface DatabaseOptions {
  /** A PostgreSQL address; the embedded database when absent. */
  readonly url?: string | undefined;
  /** Folder of the embedded database; in memory when absent. */
  readonly dataDir?: string | undefined;
  /** Key of the vault in base64; SECRET_KEY of the environment, or the data folder's own, when absent. */
  readonly secretKey?: string | undefined;
  /** Connections at most, on PostgreSQL. */
  readonly connections?: number;
}

/** Longest time that PostgreSQL may work on a page of a list before it is asked to find it another way. */
const FIRST_ATTEMPT_MS = 1000;

const { builtins } = pg.types;
const RAW = (value: string) => value;

/** Days stay text, instants become ISO text: a Date would move a day across time zones. */
const PARSERS: Record<number, (value: string) => unknown> = {
  [builtins.DATE]: RAW,
  [builtins.TIMESTAMPTZ]: (value) => new Date(value).toISOString(),
};
const types = {
  getTypeParser: (oid: number, format?: string) => PARSERS[oid] ?? pg.types.getTypeParser(oid, format as never),
} as never;

/** Opens the embedded database or a PostgreSQL of version 15 or newer. */
export async function openDatabase(options: DatabaseOptions = {}): Promise<Database> {
  const { url, dataDir, secretKey = process.env['SECRET_KEY'] } = options;
  const vault = openVault(secretKey, dataDir);
  const opened = url ? await openPostgres(url, options.connections ?? 16) : await openInProcess(dataDir);
  return { ...opened, vault };
}

function kyselyOver(pool: pg.Pool, commits: Commits): Db {
  return new Kysely<Tables>({ dialect: new CommitsDialect({ pool: planningOnce(pool) }, commits) });
}

async function openPostgres(url: string, connections: number): Promise<Omit<Database, 'vault'>> {
  // Compiling a statement costs more than these statements do.
  const pool = new pg.Pool({ connectionString: url, max: connections, types, options: '-c jit=off' });
  const reads = new pg.Pool({
    connectionString: url,
    max: connections,
    types,
    statement_timeout: FIRST_ATTEMPT_MS,
    // Compiling a statement that is to run for some tenths of a second takes longer than it saves. With less memory the
    // search index names pages instead of records where a word is common, and every record on them is looked at.
    options: '-c jit=off -c work_mem=16MB',
  });
  // A connection that the server ends while it is idle or closing must not end the process; the next query opens another.
  for (const each of [pool, reads]) {
    each.on('error', () => undefined);
    each.on('connect', (client) => client.on('error', () => undefined));
  }
  const { rows } = await pool.query<{ version: number }>(
    "select current_setting('server_version_num')::int as version",
  );
  if ((rows[0]?.version ?? 0) < 150000) throw new Error('PostgreSQL 15 or newer is needed.');
  const listeners: Listener[] = [];
  const commits = new Commits();
  return {
    kind: 'postgres',
    db: kyselyOver(pool, commits),
    commits,
    pool,
    reads,
    listen: async (channel, receive, catchUp) => {
      const listener = new Listener({ url, channel, receive, catchUp });
      listeners.push(listener);
      await listener.open();
    },
    close: async () => {
      await Promise.all(listeners.map((listener) => listener.close()));
      await Promise.all([pool.end(), reads.end()]);
    },
  };
}

async function openInProcess(dataDir: string | undefined): Promise<Omit<Database, 'vault'>> {
  const unlock = dataDir === undefined ? () => undefined : lockFolder(dataDir);
  // The database has a folder of its own below, beside the lock.
  const embedded = await openEmbedded(dataDir && path.join(dataDir, 'pglite')).catch((error: unknown) => {
    unlock();
    throw error;
  });
  const stream = () => embedded.stream();
  const commits = new Commits();
  // One session: a second connection would share its transaction.
  const pool = new pg.Pool({
    max: 1,
    stream,
    user: 'postgres',
    database: 'postgres',
    types,
    idleTimeoutMillis: 0,
  });
  return {
    kind: 'embedded',
    db: kyselyOver(pool, commits),
    commits,
    pool,
    reads: pool,
    listen: async () => undefined,
    close: async () => {
      await pool.end();
      await embedded.close();
      unlock();
    },
  };
}
