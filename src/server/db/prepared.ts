import { createHash } from 'node:crypto';
import { CompiledQuery, Kysely } from 'kysely';
import type pg from 'pg';
import { CommitsDialect } from './committed.ts';
import type { Database, Db } from './database.ts';
import type { Tables } from './tables.ts';
import { knowVault, vaultOf } from './vault-of.ts';

/** Statements kept by name on each connection at most; whatever comes beyond runs without. */
const MAX_PREPARED = 200;

/** Names of statements; no name is given in two editions, since the driver knows a name for ever. */
class Names {
  readonly edition: number;
  readonly #names = new Map<string, string>();

  constructor(edition: number) {
    this.edition = edition;
  }

  /** The name of a statement; undefined where too many have one. */
  of(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known !== undefined || this.#names.size >= MAX_PREPARED) return known;
    const hash = createHash('sha256').update(`${this.edition} ${text}`).digest('base64url');
    const name = `prepared_${hash.slice(0, 20)}`;
    this.#names.set(text, name);
    return name;
  }
}

/**
 * The same database for statements that come again and again, as polls do: each connection plans one of them once, by a
 * name made of its text. For few statements; values travel apart from the text, as ever. `edition` is another number
 * whenever columns that they read may have changed: each connection then forgets what it has planned. Where a pooler lends
 * connections there are no names: another connection would not know them.
 */
export function preparedDb(
  { db, pool, commits, isPooled }: Pick<Database, 'db' | 'pool' | 'commits' | 'isPooled'>,
  edition: () => number = () => 0,
): Db {
  if (isPooled) return db;
  let current = new Names(edition());
  /** What each connection has planned. */
  const planned = new WeakMap<pg.PoolClient, { readonly names: Names; readonly own: Set<string> }>();
  const plannedBy = async (client: pg.PoolClient) => {
    if (current.edition !== edition()) current = new Names(edition());
    const held = planned.get(client);
    if (held?.names === current) return held;
    const fresh = { names: current, own: new Set<string>() };
    planned.set(client, fresh);
    // All of them in one round trip.
    if (held && held.own.size > 0) await client.query([...held.own].map((name) => `deallocate "${name}"`).join('; '));
    return fresh;
  };
  const naming = async (client: pg.PoolClient) => {
    const { names, own } = await plannedBy(client);
    return {
      query: async (text: string, values: readonly unknown[]) => {
        const name = names.of(text);
        const result = await client.query({ text, values: [...values], ...(name !== undefined && { name }) });
        if (name !== undefined) own.add(name);
        return result;
      },
      release: () => client.release(),
    };
  };
  const prepared = new Kysely<Tables>({
    dialect: new CommitsDialect(
      { pool: { connect: async () => (await naming(await pool.connect())) as never, end: async () => undefined } },
      commits,
    ),
  });
  knowVault(vaultOf(db), [prepared]);
  return prepared;
}

/**
 * Runs a statement whose text is made once, with values for `$1` and on: what is asked by every open screen every few seconds
 * would cost as much to put together as to run.
 */
export async function runText<Row>(db: Db, text: string, values: readonly unknown[]): Promise<Row[]> {
  return (await db.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows;
}
