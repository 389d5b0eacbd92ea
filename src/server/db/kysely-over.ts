import { Kysely } from 'kysely';
import type pg from 'pg';
import { type Commits, CommitsDialect } from './committed.ts';
import type { Tables } from './tables.ts';

/** The query builder over a pool; `commits` hears of what its transactions write. */
export const kyselyOver = (pool: pg.Pool, commits: Commits): Kysely<Tables> =>
  new Kysely<Tables>({ dialect: new CommitsDialect({ pool }, commits) });
