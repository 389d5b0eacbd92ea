import type { Kysely } from 'kysely';
import pg from 'pg';
import { Commits } from './committed.ts';
import { openEmbedded } from './embedded.ts';
import { embeddedFolder } from './embedded-folder.ts';
import { lockFolder } from './folder-lock.ts';
import { kyselyOver } from './kysely-over.ts';
import { planningOnce } from './planned-once.ts';
import { openPostgres, type PostgresOptions } from './postgres.ts';
import type { Replicas, ReplicaState } from './replicas/replicas.ts';
import type { Tables } from './tables.ts';
import { VALUE_TYPES } from './value-types.ts';
import { openVault, type Vault } from './vault.ts';
import { knowVault } from './vault-of.ts';
import type { WriterState } from './writer.ts';

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
  /**
   * For locks that outlive a transaction and statements that cannot be in one: connections that keep to one session, also
   * where the others go through a pooler.
   */
  readonly direct: pg.Pool;
  readonly directDb: Db;
  /** Standbys that may answer reads; absent where none is configured. */
  readonly replicas?: Replicas | undefined;
  /** Connections may be lent by a pooler for a transaction at a time: they remember no statement and no setting. */
  readonly isPooled: boolean;
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
  /** Copies the embedded database of a folder into another data folder, between two transactions; on PostgreSQL absent. */
  readonly copyTo?: (dataDir: string) => Promise<void>;
  /**
   * Begins to look after the connections of a server; `hear` is called when the database is lost and when it is back,
   * `hearReplica` when a replica is left out and when it is used again.
   */
  readonly watch: (hear: (state: WriterState) => void, hearReplica?: (state: ReplicaState) => void) => void;
  readonly close: () => Promise<void>;
}

export interface DatabaseOptions extends Omit<PostgresOptions, 'url'> {
  /** A PostgreSQL; the embedded database when absent. */
  readonly url?: string | undefined;
  /** Folder of the embedded database; in memory when absent. */
  readonly dataDir?: string | undefined;
  /** Key of the vault in base64; SECRET_KEY of the environment, or the data folder's own, when absent. */
  readonly secretKey?: string | undefined;
  /** The vault itself, where the caller has it; `secretKey` is not looked at then. */
  readonly vault?: Vault;
}

/** Opens the embedded database or a PostgreSQL of version 15 or newer. */
export async function openDatabase(options: DatabaseOptions = {}): Promise<Database> {
  const { url, dataDir, secretKey = process.env['SECRET_KEY'] } = options;
  const opened = url ? await openPostgres({ ...options, url }) : await openInProcess(dataDir);
  try {
    const vault = options.vault ?? openVault(secretKey, dataDir, await holdsSealed(opened.pool));
    knowVault(vault, [opened.db, opened.directDb]);
    return { ...opened, vault };
  } catch (error) {
    await opened.close();
    throw error;
  }
}

/** Was anything sealed in this database before: then it has its key, and another one must not be made. */
async function holdsSealed(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ has: boolean }>("select to_regclass('vault_check') is not null as has");
  if (!rows[0]?.has) return false;
  return (await pool.query('select 1 from vault_check')).rows.length > 0;
}

async function openInProcess(dataDir: string | undefined): Promise<Omit<Database, 'vault'>> {
  const unlock = dataDir === undefined ? () => undefined : lockFolder(dataDir);
  const embedded = await openEmbedded(dataDir && embeddedFolder(dataDir)).catch((error: unknown) => {
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
    types: VALUE_TYPES,
    idleTimeoutMillis: 0,
  });
  const db = kyselyOver(planningOnce(pool), commits);
  return {
    kind: 'embedded',
    db,
    commits,
    pool,
    reads: pool,
    direct: pool,
    directDb: db,
    isPooled: false,
    listen: async () => undefined,
    watch: () => undefined,
    copyTo: async (copy) => {
      // Outside of any transaction: there is one connection, and it is ours.
      const client = await pool.connect();
      await embedded.copyTo(embeddedFolder(copy)).finally(() => client.release());
    },
    close: async () => {
      await pool.end();
      await embedded.close();
      unlock();
    },
  };
}
