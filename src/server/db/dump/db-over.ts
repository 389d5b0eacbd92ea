import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import type { Db } from '#server/db/database.ts';
import type { Tables } from '#server/db/tables.ts';

/** Queries of the product over one connection, within whatever transaction it is in. */
export function dbOver(client: pg.ClientBase): Db {
  const held = {
    query: (text: string, values: unknown[]) => client.query(text, values),
    // It is given back by the one who took it.
    release: () => undefined,
  };
  const pool = { connect: async () => held, end: async () => undefined };
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: pool as never }) });
}
