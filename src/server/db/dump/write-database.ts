import type pg from 'pg';
import { Failure } from '#shared/errors.ts';
import type { Database, Db } from '#server/db/database.ts';
import { IS_EMPTY } from './catalog-queries.ts';
import { copyIn } from './copy.ts';
import { dbOver } from './db-over.ts';
import type { SequenceValue } from './read-database.ts';
import { describeSchema, type Made, quoted, type Schema, SCHEMA, type TableShape } from './schema.ts';

/** Bytes of rows that are given to the database at a time. */
const FRAME_BYTES = 2 ** 20;
const LINE_END = '\n'.charCodeAt(0);

/** Whether a database has no table, view, type or function of anyone. */
export async function isEmptyDatabase({ pool }: Pick<Database, 'pool'>): Promise<boolean> {
  const { rows } = await pool.query<{ empty: boolean }>(IS_EMPTY);
  return rows[0]?.empty === true;
}

const SETTINGS = [
  `set local search_path = ${SCHEMA}`,
  'set local datestyle = iso',
  'set local intervalstyle = postgres',
  "set local timezone = 'UTC'",
  'set local statement_timeout = 0',
  'set local lock_timeout = 0',
  'set local idle_in_transaction_session_timeout = 0',
  // Functions name tables that come later.
  'set local check_function_bodies = off',
  // Indexes are built over all rows at once.
  "set local maintenance_work_mem = '256MB'",
].join('; ');

async function make(client: pg.ClientBase, made: readonly Made[], done: (name: string) => void): Promise<void> {
  for (const { name, sql } of made) {
    await client.query(sql).catch((cause: unknown) => {
      throw new Failure('UNAVAILABLE', `无法在此数据库中建立 ${name}：${(cause as Error).message}`);
    });
    done(name);
  }
}

/** Whole rows, in pieces that are large enough to be worth a statement. */
async function* frames(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let kept: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    const end = size + chunk.length < FRAME_BYTES ? 0 : chunk.lastIndexOf(LINE_END) + 1;
    if (end > 0) {
      yield Buffer.concat([...kept, chunk.subarray(0, end)]);
      kept = [];
      size = 0;
    }
    kept.push(chunk.subarray(end));
    size += chunk.length - end;
  }
  if (size > 0) yield Buffer.concat(kept);
}

async function storeRows(client: pg.ClientBase, { name, columns }: TableShape, chunks: AsyncIterable<Buffer>) {
  const statement = `copy ${SCHEMA}.${quoted(name)} (${columns.map(quoted).join(', ')}) from stdin`;
  let rows = 0;
  for await (const frame of frames(chunks)) rows += await copyIn(client, statement, frame);
  return rows;
}

/** What a database is made of again. */
export interface Source {
  readonly schema: Schema;
  readonly sequences: readonly SequenceValue[];
  readonly rows: (table: TableShape) => AsyncIterable<Buffer>;
}

/** What came of it: the rows that were stored, and what the database is now. */
export interface Written {
  readonly rows: ReadonlyMap<string, number>;
  readonly schema: Schema;
}

/**
 * Makes a database in one that is empty, in one transaction: a process that dies leaves it as empty as it was. `check` sees
 * what was written, before anyone else does, and may refuse it.
 */
export async function writeDatabase(
  { pool }: Pick<Database, 'pool'>,
  { schema, sequences, rows }: Source,
  progress: (what: string) => void,
  check: (db: Db, written: Written) => Promise<void>,
): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(SETTINGS);
    await make(client, schema.before, progress);
    const stored = new Map<string, number>();
    for (const table of schema.tables) {
      stored.set(table.name, await storeRows(client, table, rows(table)));
      progress(`rows ${table.name}`);
    }
    for (const { name, last } of sequences)
      if (last !== null) await client.query('select setval($1::regclass, $2::bigint)', [quoted(name), last]);
    await make(client, schema.after, progress);
    await check(dbOver(client), { rows: stored, schema: await describeSchema(client) });
    await client.query('commit');
    // Else the first lists are planned without knowing how many rows there are.
    await client.query('analyze');
    client.release();
  } catch (error) {
    await client.query('rollback').then(
      () => client.release(),
      () => client.release(true),
    );
    throw error;
  }
}
