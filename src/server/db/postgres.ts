import type pg from 'pg';
import { Failure } from '#shared/errors.ts';
import { isSilent, StandbyError } from './away.ts';
import { Commits } from './committed.ts';
import { kyselyOver } from './kysely-over.ts';
import { Listener } from './listener.ts';
import { Liveness } from './liveness.ts';
import { planningOnce } from './planned-once.ts';
import { Replicas, type ReplicaState } from './replicas/replicas.ts';
import { CONNECT_MS, ServerClient } from './server-client.ts';
import { VALUE_TYPES } from './value-types.ts';
import { Writer, type WriterState } from './writer.ts';
import { WriterPool } from './writer-pool.ts';

/** Connections of each of the two pools at most, where nothing else is asked for. */
export const POOL_CONNECTIONS = 16;
/** Metadata, accounts and messages are each followed by a connection of their own, and one asks whether the database answers. */
export const OTHER_CONNECTIONS = 4;
const OLDEST_VERSION = 150_000;
/** Longest time that PostgreSQL may work on a page of a list before it is asked to find it another way. */
const FIRST_ATTEMPT_MS = 1000;
/** Compiling a statement that is to run for some tenths of a second takes longer than it saves. */
const NO_COMPILING = 'jit=off';
/**
 * Memory in kB: with less the search index names pages instead of records where a word is common, and every record on them
 * is looked at.
 */
const READ_SETTINGS = [NO_COMPILING, 'work_mem=16384'];

const asOptions = (settings: readonly string[]): string => settings.map((setting) => `-c ${setting}`).join(' ');

export interface PostgresOptions {
  /** Several hosts are the servers of one cluster, of which the one that takes writes is found. */
  readonly url: string;
  /** The same database without a pooler between, where `url` leads to a pooler that lends connections. */
  readonly directUrl?: string | undefined;
  /** Connections of each pool at most. */
  readonly connections?: number;
  /** Standbys that may answer reads, one address each; through poolers where `url` leads through one. */
  readonly readUrls?: readonly string[];
  /** Milliseconds of a clock that only goes forward; the process's own when absent. */
  readonly clock?: () => number;
}

/** The pools of one database: `pool` and `reads` through a pooler where there is one, `direct` past it. */
function openPools({
  url,
  directUrl,
  connections = POOL_CONNECTIONS,
  readUrls = [],
  clock = () => performance.now(),
}: PostgresOptions) {
  const writer = new Writer(url, clock);
  const common = { max: connections, types: VALUE_TYPES, application_name: 'jingtu' };
  const session = { ...common, options: asOptions([NO_COMPILING]) };
  const isPooled = directUrl !== undefined;
  // A pooler refuses connections with settings of their own: each statement brings its settings along.
  const ofReads = isPooled
    ? common
    : { ...common, statement_timeout: FIRST_ATTEMPT_MS, options: asOptions(READ_SETTINGS) };
  const settings = isPooled ? [`statement_timeout=${FIRST_ATTEMPT_MS}`, ...READ_SETTINGS] : [];
  const pool = new WriterPool(isPooled ? common : session, writer);
  const reads = new WriterPool(ofReads, writer, settings);
  if (readUrls.length > 0)
    reads.replicas = new Replicas({ addresses: readUrls, config: ofReads, settings, writer: pool, clock });
  if (!isPooled) return { writer, atWriter: writer, session, pool, reads, direct: pool, all: [pool, reads] };
  const atWriter = new Writer(directUrl, clock);
  const direct = new WriterPool(session, atWriter);
  return { writer, atWriter, session, pool, reads, direct, all: [pool, reads, direct] };
}

/** The one of the servers that takes writes. @throws what the last one says, where none does */
export async function writerAddress(url: string): Promise<string> {
  const pool = new WriterPool({ max: 1 }, new Writer(url, () => 0));
  try {
    const client = await pool.connect();
    client.release();
    return (client as unknown as ServerClient).address;
  } finally {
    await pool.end();
  }
}

async function requireVersion(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ version: number }>(
    "select current_setting('server_version_num')::int as version",
  );
  if ((rows[0]?.version ?? 0) < OLDEST_VERSION)
    throw new Failure('UNAVAILABLE', '需要 PostgreSQL 15 或更高版本，请升级 DATABASE_URL 所指的数据库。');
}

/** Opens a PostgreSQL of version 15 or newer. */
export async function openPostgres(options: PostgresOptions) {
  const { writer, atWriter, session, pool, reads, direct, all } = openPools(options);
  const isPooled = direct !== pool;
  const { replicas } = reads;
  const closePools = () => Promise.all(all.map((each) => each.end()));
  try {
    for (const each of isPooled ? [pool, direct] : [pool]) await requireVersion(each);
  } catch (error) {
    await closePools();
    throw error;
  }
  const listeners: Listener[] = [];
  const commits = new Commits();
  const connect = async () => {
    const client = new ServerClient(session, atWriter.address);
    try {
      await client.connect();
      if (client.isStandby) throw new StandbyError();
      atWriter.found();
    } catch (error) {
      client.cut();
      atWriter.refused(client.address, isSilent(error) ? CONNECT_MS : 0);
      throw error;
    }
    return client;
  };
  const liveness = new Liveness({
    connect,
    cut: (silentMs) => {
      for (const each of all) each.cut();
      for (const each of [writer, atWriter]) each.refused(each.address, silentMs);
    },
  });
  const directDb = kyselyOver(planningOnce(direct), commits);
  return {
    kind: 'postgres' as const,
    db: isPooled ? kyselyOver(pool, commits) : directDb,
    directDb,
    commits,
    pool,
    reads,
    direct,
    replicas,
    isPooled,
    listen: async (
      channel: string,
      receive: (payload: string) => Promise<void>,
      catchUp: () => Promise<void>,
    ): Promise<void> => {
      const listener = new Listener({ connect, channel, receive, catchUp });
      listeners.push(listener);
      await listener.open();
    },
    watch: (hear: (state: WriterState) => void, hearReplica?: (state: ReplicaState) => void): void => {
      writer.listen(hear);
      if (hearReplica) replicas?.listen(hearReplica);
      liveness.begin();
      replicas?.begin();
    },
    close: async (): Promise<void> => {
      await replicas?.close();
      await liveness.close();
      await Promise.all(listeners.map((listener) => listener.close()));
      await closePools();
    },
  };
}
