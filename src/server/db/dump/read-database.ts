import type pg from 'pg';
import type { Database, Db } from '#server/db/database.ts';
import { SEQUENCE_VALUES, TABLES } from './catalog-queries.ts';
import { copyOut } from './copy.ts';
import { dbOver } from './db-over.ts';
import { describeSchema, quoted, type Schema, SCHEMA, type TableShape } from './schema.ts';

/** Bytes of a table, as it is stored, that are read at a time. */
const SLICE_BYTES = 256 * 1024;
/** Times that the tables may be others when they are locked than when they were named. */
const TRIES = 5;
const UNDEFINED_TABLE = '42P01';

/** How far a sequence has come; null for one that was never asked. */
export interface SequenceValue {
  readonly name: string;
  readonly last: string | null;
}

/** A database as it is at one moment, whatever others write meanwhile. */
export interface Snapshot {
  readonly schema: Schema;
  /** Rows of a table in the text format of COPY, slice by slice. */
  readonly rows: (table: TableShape) => AsyncIterable<{ readonly bytes: Buffer; readonly rows: number }>;
  /** To be asked when the rows were read: a number that was given since then is not given again. */
  readonly sequences: () => Promise<SequenceValue[]>;
  /** For what else is asked in the same moment. */
  readonly db: Db;
}

/** As a session writes values that any other one can read: see the settings of pg_dump. */
const SETTINGS = [
  `set local search_path = ${SCHEMA}`,
  'set local datestyle = iso',
  'set local intervalstyle = postgres',
  "set local timezone = 'UTC'",
  'set local extra_float_digits = 1',
  'set local bytea_output = hex',
  'set local statement_timeout = 0',
  'set local lock_timeout = 0',
  'set local idle_in_transaction_session_timeout = 0',
].join('; ');

const sameNames = (one: readonly TableShape[], other: readonly TableShape[]) =>
  one.map(({ name }) => name).join() === other.map(({ name }) => name).join();

/**
 * Begins a snapshot of which no table can be altered until it ends. Tables are locked before the first look at them: a
 * snapshot that is older than a change of a table would find its rows, and columns of later.
 */
async function beginSnapshot(client: pg.ClientBase): Promise<Schema> {
  for (let tried = 1; ; tried += 1) {
    const { rows: named } = await client.query<TableShape>(TABLES);
    await client.query('begin isolation level repeatable read read only');
    await client.query(SETTINGS);
    const names = named.map(({ name }) => `${SCHEMA}.${quoted(name)}`).join(', ');
    try {
      if (named.length > 0) await client.query(`lock table ${names} in access share mode`);
    } catch (error) {
      await client.query('rollback');
      if ((error as { code?: string }).code !== UNDEFINED_TABLE || tried === TRIES) throw error;
      continue;
    }
    const schema = await describeSchema(client);
    if (sameNames(schema.tables, named)) return schema;
    await client.query('rollback');
    if (tried === TRIES) throw new Error('The tables of the database change faster than they can be locked.');
  }
}

async function* rowsOf(client: pg.ClientBase, { name, columns }: TableShape) {
  const table = `${SCHEMA}.${quoted(name)}`;
  const { rows } = await client.query<{ pages: number; bytes: string }>(
    `select (pg_relation_size($1::regclass) / current_setting('block_size')::int)::int as pages, pg_table_size($1::regclass) as bytes`,
    [table],
  );
  const { pages = 0, bytes = '0' } = rows[0] ?? {};
  const step = Math.max(1, Math.floor((pages * SLICE_BYTES) / Math.max(1, Number(bytes))));
  const list = columns.map(quoted).join(', ');
  for (let page = 0; page < pages; page += step)
    yield copyOut(
      client,
      `copy (select ${list} from only ${table} where ctid >= '(${page},0)' and ctid < '(${page + step},0)') to stdout`,
    );
}

/** Reads a database in one snapshot, beside those who write to it. The embedded one has one session: other users wait. */
export async function inSnapshot<T>(
  { pool }: Pick<Database, 'pool'>,
  work: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  try {
    const schema = await beginSnapshot(client);
    const result = await work({
      schema,
      db: dbOver(client),
      rows: (table) => rowsOf(client, table),
      sequences: async () => (await client.query<SequenceValue>(SEQUENCE_VALUES)).rows,
    });
    await client.query('commit');
    client.release();
    return result;
  } catch (error) {
    // It is given back in a known state or not at all.
    await client.query('rollback').then(
      () => client.release(),
      () => client.release(true),
    );
    throw error;
  }
}
