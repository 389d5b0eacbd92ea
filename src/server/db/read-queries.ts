import pg from 'pg';
import { Failure } from '#shared/errors.ts';
import { isAway } from './away.ts';
import { NamedStatements } from './named-statements.ts';
import { readFromWriter } from './replicas/reading.ts';
import type { Replicas } from './replicas/replicas.ts';
import { WriterPool } from './writer-pool.ts';

/** A statement with the values for its places `$1`, `$2` … */
export interface Statement {
  readonly text: string;
  readonly values: unknown[];
}

/** Rows as the driver reads them: one array a row, numeric, bigint and date as text. */
export type Row = readonly unknown[];
/** Rows as PostgreSQL sends them, every value as its text but lists of ids. */
export type TextRow = readonly (string | null)[];

const ID_LIST = 1016;
const asSent = (text: string): string => text;
const readIds = pg.types.getTypeParser(ID_LIST as never) as (text: string) => unknown;
/** How the driver reads values; as their types say when absent. */
interface ReadAs {
  readonly types?: { readonly getTypeParser: (type: number) => (text: string) => unknown };
}

const AS_SENT = { getTypeParser: (type: number) => (type === ID_LIST ? readIds : asSent) };

const QUERY_CANCELED = '57014';
const DATA_EXCEPTION = /^22/;

/** A statement ran into the time limit of its connection. */
const isTimeout = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === QUERY_CANCELED;

const FEATURE_NOT_SUPPORTED = '0A000';

/** A statement that was prepared before a field got another type: its connection would have to prepare it again. */
const isOfOldTypes = (error: unknown): boolean =>
  (error as { code?: unknown } | null)?.code === FEATURE_NOT_SUPPORTED &&
  String((error as { message?: unknown }).message).includes('cached plan');

/** Would every server say this of the statement? All else a replica may say because it is one, or is gone. */
const isOfStatement = (error: unknown): boolean =>
  isTimeout(error) || DATA_EXCEPTION.test(String((error as { code?: unknown } | null)?.code));

/**
 * Turns database errors into messages for users: a query that takes too long, or a value that the database cannot hold,
 * is an invalid query.
 */
function toFailure(error: unknown): unknown {
  if (isTimeout(error)) return new Failure('UNAVAILABLE', '查询耗时过长，请缩小筛选范围');
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && DATA_EXCEPTION.test(code) ? new Failure('INVALID_QUERY') : error;
}

/** Names of the statements of each pool: a connection remembers them, whichever query uses it. */
const NAMES = new WeakMap<pg.Pool, NamedStatements>();

function namesOf(pool: pg.Pool): NamedStatements {
  const names = NAMES.get(pool) ?? new NamedStatements();
  NAMES.set(pool, names);
  return names;
}

/** How long a person waits for a page at most. */
const PATIENCE_MS = 10_000;

/** Runs the statements of lists, by name where they repeat. */
export class ReadQueries {
  readonly #pool: pg.Pool;
  readonly #canStop: boolean;
  readonly #patience: number;
  readonly #statements: NamedStatements;
  readonly #replicas: Replicas | undefined;
  /** What each statement sets for itself, where its connection is lent by a pooler: that one remembers no name either. */
  readonly #settings: readonly string[];

  /**
   * `canStop` says that the pool's connections end a statement by themselves after a while, as PostgreSQL can; `patience`
   * is how many milliseconds the second attempt may then take.
   */
  constructor(pool: pg.Pool, canStop: boolean, patience: number = PATIENCE_MS) {
    this.#pool = pool;
    this.#statements = namesOf(pool);
    const { settings = [], replicas } = pool instanceof WriterPool ? pool : {};
    this.#settings = settings;
    this.#replicas = replicas;
    this.#canStop = canStop;
    this.#patience = Math.trunc(patience);
  }

  /** Is it decided by request which server answers? */
  get hasReplicas(): boolean {
    return this.#replicas !== undefined;
  }

  /** @throws Failure UNAVAILABLE when it takes too long, INVALID_QUERY when a value is beyond what the database knows. */
  async run(statement: Statement): Promise<readonly Row[]> {
    return this.#query<unknown[]>(statement, {});
  }

  /** The same, without parsing values that the server does not read one by one. */
  async runTexts(statement: Statement): Promise<readonly TextRow[]> {
    return this.#query<(string | null)[]>(statement, { types: AS_SENT });
  }

  /**
   * `run` for a statement that has nothing to gain from being tried another way: it has all the time that a person waits.
   */
  async runPatiently(statement: Statement): Promise<readonly Row[]> {
    return this.#patiently<unknown[]>(statement, {});
  }

  /** The same, with values left as they were sent. */
  async runTextsPatiently(statement: Statement): Promise<readonly TextRow[]> {
    return this.#patiently<(string | null)[]>(statement, { types: AS_SENT });
  }

  /** Runs a statement that may take at most so long; undefined when it would take longer. On PostgreSQL only. */
  async runWithin(statement: Statement, milliseconds: number): Promise<readonly Row[] | undefined> {
    try {
      return await this.#withSettings<unknown[]>(statement, [`statement_timeout = ${Math.trunc(milliseconds)}`], {});
    } catch (error) {
      if (isTimeout(error)) return undefined;
      throw toFailure(error);
    }
  }

  async #query<R extends unknown[]>(statement: Statement, more: ReadAs): Promise<R[]> {
    try {
      return await this.#answered((pool) => this.#once<R>(pool, statement, more));
    } catch (error) {
      if (!this.#canStop || !isTimeout(error)) throw toFailure(error);
      // The planner hopes to find a page's rows early on the way along the index of the order; when few records match, that
      // way touches nearly all of them one by one. Reading the whole table in one go is then five times as fast.
      return this.#patiently<R>(statement, more, 'enable_indexscan = off');
    }
  }

  /** What a replica cannot answer the writer is asked, and a writer whose connection was lost once more. */
  async #answered<T>(ask: (pool: pg.Pool) => Promise<T>): Promise<T> {
    const replica = this.#replicas?.choose();
    try {
      return await ask(replica ?? this.#pool);
    } catch (error) {
      if (replica ? isOfStatement(error) : !isAway(error)) throw error;
    }
    if (!replica) return ask(this.#pool);
    readFromWriter();
    return this.#answered(ask);
  }

  async #once<R extends unknown[]>(pool: pg.Pool, statement: Statement, more: ReadAs): Promise<R[]> {
    if (this.#settings.length > 0) return withSettings<R>(pool, statement, this.#settings, more);
    const name = this.#statements.nameOf(statement.text);
    const query = { ...statement, rowMode: 'array' as const, ...more };
    if (name === undefined) return (await pool.query<R>(query)).rows;
    try {
      return (await pool.query<R>({ ...query, name })).rows;
    } catch (error) {
      if (!isOfOldTypes(error)) throw error;
      this.#statements.rename(statement.text);
      return (await pool.query<R>(query)).rows;
    }
  }

  async #patiently<R extends unknown[]>(statement: Statement, more: ReadAs, ...settings: readonly string[]) {
    if (!this.#canStop) return this.#query<R>(statement, more);
    try {
      return await this.#withSettings<R>(statement, [`statement_timeout = ${this.#patience}`, ...settings], more);
    } catch (error) {
      throw toFailure(error);
    }
  }

  #withSettings<R extends unknown[]>(statement: Statement, settings: readonly string[], more: ReadAs): Promise<R[]> {
    return this.#answered((pool) => withSettings<R>(pool, statement, [...this.#settings, ...settings], more));
  }
}

async function withSettings<R extends unknown[]>(
  pool: pg.Pool,
  statement: Statement,
  settings: readonly string[],
  more: ReadAs,
): Promise<R[]> {
  const client = await pool.connect();
  try {
    await client.query(['begin read only', ...settings.map((setting) => `set local ${setting}`)].join('; '));
    const { rows } = await client.query<R>({ ...statement, rowMode: 'array', ...more });
    return rows;
  } finally {
    // A connection that cannot even end its transaction is not given back to others.
    const broken = await client.query('rollback').then(
      () => false,
      () => true,
    );
    client.release(broken);
  }
}
