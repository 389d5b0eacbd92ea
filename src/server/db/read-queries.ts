import type pg from 'pg';
import { Failure } from '#shared/errors.ts';
import { NamedStatements } from './named-statements.ts';

/** A statement with the values for its places `$1`, `$2` … */
export interface Statement {
  readonly text: string;
  readonly values: unknown[];
}

/** Rows as the driver reads them: one array a row, numeric, bigint and date as text. */
export type Row = readonly unknown[];

const QUERY_CANCELED = '57014';
const DATA_EXCEPTION = /^22/;

/** A statement ran into the time limit of its connection. */
export const isTimeout = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === QUERY_CANCELED;

/** What a person is told: a query that takes too long, or a value that the database cannot hold, is the query's fault. */
function toFailure(error: unknown): unknown {
  if (isTimeout(error)) return new Failure('UNAVAILABLE', '查询耗时过长，请缩小筛选范围');
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && DATA_EXCEPTION.test(code) ? new Failure('INVALID_QUERY') : error;
}

/** Runs the statements of lists, by name where they repeat. */
export class ReadQueries {
  readonly #pool: pg.Pool;
  readonly #statements = new NamedStatements();

  /** `pool` is one whose connections end a statement by themselves, where the database can. */
  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /** @throws Failure UNAVAILABLE when it takes too long, INVALID_QUERY when a value is beyond what the database knows. */
  async run(statement: Statement): Promise<readonly Row[]> {
    const { text, values } = statement;
    const name = this.#statements.nameOf(text);
    try {
      const { rows } = await this.#pool.query<unknown[]>({ text, values, rowMode: 'array', ...(name && { name }) });
      return rows;
    } catch (error) {
      throw toFailure(error);
    }
  }

  /** Runs a statement that may take at most so long; undefined when it would take longer. On PostgreSQL only. */
  async runWithin(statement: Statement, milliseconds: number): Promise<readonly Row[] | undefined> {
    const client = await this.#pool.connect();
    try {
      await client.query(`begin read only; set local statement_timeout = ${Math.trunc(milliseconds)}`);
      const { rows } = await client.query<unknown[]>({ ...statement, rowMode: 'array' });
      return rows;
    } catch (error) {
      if (isTimeout(error)) return undefined;
      throw toFailure(error);
    } finally {
      await client.query('rollback');
      client.release();
    }
  }
}
