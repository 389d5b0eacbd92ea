import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type pg from 'pg';

const SIGN = '/* planned once */ ';

/**
 * Begins a statement that each connection plans once and runs by name from then on. Only for a few fixed texts that read no
 * table: a plan for a table that was empty then would read all of it when it has grown.
 */
export const PLANNED_ONCE = sql.raw(SIGN);

const NAMES = new Map<string, string>();

/** The name of a text: the same in every process, since they may share connections. */
function nameOf(text: string): string {
  const known = NAMES.get(text);
  if (known !== undefined) return known;
  const name = `once_${createHash('sha256').update(text).digest('base64url').slice(0, 20)}`;
  NAMES.set(text, name);
  return name;
}

/** A pool whose connections give a name to the statements that begin with `PLANNED_ONCE`. */
export function planningOnce(pool: pg.Pool): pg.Pool {
  const naming = (client: pg.PoolClient) => ({
    query: (text: string, values: unknown[]) =>
      text.startsWith(SIGN) ? client.query({ text, values, name: nameOf(text) }) : client.query(text, values),
    release: () => client.release(),
  });
  const known = new WeakMap<pg.PoolClient, ReturnType<typeof naming>>();
  const connect = async () => {
    const client = await pool.connect();
    const held = known.get(client) ?? naming(client);
    known.set(client, held);
    return held;
  };
  return { connect, end: () => pool.end() } as never;
}
