import { createHash } from 'node:crypto';
import { CompiledQuery, Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import type { Database, Db } from './database.ts';
import type { Tables } from './tables.ts';

/** Statements kept by name on each connection at most; whatever comes beyond runs without. */
const MAX_PREPARED = 100;

/**
 * The same database for statements that come again and again, as polls do: each connection plans one of them once, by a
 * name made of its text. For few statements with columns of fixed types; values travel apart from the text, as ever.
 */
export function preparedDb({ pool }: Pick<Database, 'pool'>): Db {
  const names = new Map<string, string>();
  const nameOf = (text: string): string | undefined => {
    const known = names.get(text);
    if (known !== undefined || names.size >= MAX_PREPARED) return known;
    const name = `prepared_${createHash('sha256').update(text).digest('base64url').slice(0, 20)}`;
    names.set(text, name);
    return name;
  };
  const naming = (client: pg.PoolClient) => ({
    query: async (text: string, values: readonly unknown[]) => {
      const name = nameOf(text);
      return client.query({ text, values: [...values], ...(name !== undefined && { name }) });
    },
    release: () => client.release(),
  });
  return new Kysely<Tables>({
    dialect: new PostgresDialect({
      pool: { connect: async () => naming(await pool.connect()) as never, end: async () => undefined },
    }),
  });
}

/**
 * Runs a statement whose text is made once, with values for `$1` and on: what is asked by every open screen every few seconds
 * would cost as much to put together as to run.
 */
export async function runText<Row>(db: Db, text: string, values: readonly unknown[]): Promise<Row[]> {
  return (await db.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows;
}
