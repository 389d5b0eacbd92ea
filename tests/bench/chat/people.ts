import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { Database } from '#server/db/database.ts';
import { SESSION_COOKIE } from '#server/features/account/session/sessions.ts';
import { findLocalPostgres } from '#tests/support/databases/local-postgres.ts';

/** A database of a bench's own, and the way to be rid of it. */
export interface BenchDatabase {
  readonly kind: 'embedded' | 'postgres';
  readonly url?: string;
  readonly dataDir?: string;
  readonly drop: () => Promise<void>;
}

/** An empty database; null, with a word on the console, where there is no PostgreSQL. */
export async function emptyDatabase(kind: 'embedded' | 'postgres'): Promise<BenchDatabase | null> {
  if (kind === 'embedded') {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'jingtu-chat-bench-'));
    return { kind, dataDir, drop: async () => rmSync(dataDir, { recursive: true, force: true }) };
  }
  const postgres = await findLocalPostgres();
  if ('absent' in postgres) {
    console.error(`not measured on PostgreSQL: ${postgres.absent}`);
    return null;
  }
  const name = `jingtu_bench_chat_${randomBytes(4).toString('hex')}`;
  const admin = async (statement: string) => {
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    await client.query(statement);
    await client.end();
  };
  await admin(`create database ${name}`);
  const address = new URL(postgres.url);
  address.pathname = `/${name}`;
  return { kind, url: address.href, drop: () => admin(`drop database ${name} with (force)`) };
}

/** What a person's browser sends along. People count from 1. */
export const cookieOf = (person: number): string => `${SESSION_COOKIE}=bench-${person}`;

/** Who talks with whom: 1 with 2, 3 with 4, and so on. */
export const peerOf = (person: number): number => (person % 2 === 0 ? person - 1 : person + 1);

/** People who are signed in; their account ids are `base` + 1 to `base` + people, in order. */
export async function fillAccounts({ pool }: Pick<Database, 'pool'>, people: number): Promise<number> {
  const { rows } = await pool.query<{ base: string }>('select coalesce(max(id), 0) as base from account');
  const base = Number(rows[0]?.base ?? 0);
  await pool.query(
    `insert into account (id, username, name, roles) overriding system value
      select $1 + g, 'bench-' || g, '示例用户' || g, '{ORG_INVESTOR}' from generate_series(1, $2::integer) g`,
    [base, people],
  );
  await pool.query(
    `insert into session (token_hash, id, account_id, created_at, seen_at, expires_at)
      select rtrim(translate(encode(sha256(('bench-' || g)::bytea), 'base64'), '+/', '-_'), '='), 'bench-' || g, $1 + g,
        now(), now(), now() + interval '30 days' from generate_series(1, $2::integer) g`,
    [base, people],
  );
  await pool.query('insert into chat_user_state (user_id) select $1 + g from generate_series(1, $2::integer) g', [
    base,
    people,
  ]);
  return base;
}

/** The same, an even number of them, two by two in a conversation in which both have written. */
export async function fillPeople({ pool }: Pick<Database, 'pool'>, people: number): Promise<number> {
  const base = await fillAccounts({ pool }, people);
  await pool.query(
    `insert into chat_conversation (user_a, user_b, opened_by, spoke_a, spoke_b, created_at)
      select $1 + 2 * g - 1, $1 + 2 * g, $1 + 2 * g, true, true, now() from generate_series(1, $2::integer / 2) g`,
    [base, people],
  );
  await fillLists({ pool });
  return base;
}

/** Puts every user who is in a conversation on the other's list. */
export async function fillLists({ pool }: Pick<Database, 'pool'>): Promise<void> {
  await pool.query(
    `insert into chat_inbox (user_id, conversation_id, peer_id, sort_at, rev)
      select u.me, c.id, u.peer, now(), 0 from chat_conversation c
      cross join lateral (values (c.user_a, c.user_b), (c.user_b, c.user_a)) u(me, peer)`,
  );
  await pool.query('analyze');
}
