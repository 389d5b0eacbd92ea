import { sql } from 'kysely';
import type { Db } from './database.ts';

/** Migrations in order; a migration that has run is never edited. Object tables are the catalog's, not ours. */
const MIGRATIONS: readonly { readonly name: string; readonly statements: readonly string[] }[] = [
  {
    name: '0001-house',
    statements: [
      `create table account (
        id bigint generated always as identity primary key,
        username text not null unique,
        phone text unique,
        name text not null,
        password_hash text not null,
        roles text[] not null default '{}',
        vip_type integer not null default 0,
        created_at timestamptz not null default now()
      )`,
      `create table session (
        token_hash text primary key,
        account_id bigint not null references account (id) on delete cascade,
        created_at timestamptz not null default now(),
        expires_at timestamptz not null
      )`,
      'create index session_account_idx on session (account_id)',
      'create table meta_object (api_name text primary key, version integer not null, definition jsonb not null)',
      `create table meta_object_version (
        api_name text not null,
        version integer not null,
        definition jsonb not null,
        steps jsonb not null,
        author text not null,
        at timestamptz not null default now(),
        primary key (api_name, version)
      )`,
      'create table option_set (name text primary key, version integer not null, definition jsonb not null)',
      `create table index_job (
        id bigint generated always as identity primary key,
        sql text not null,
        target text not null,
        done_at timestamptz,
        problem text
      )`,
      `create table record_key (
        object_api_name text not null,
        source text not null,
        key text not null,
        record_id bigint not null,
        primary key (object_api_name, source, key)
      )`,
      'create index record_key_record_idx on record_key (object_api_name, record_id)',
      `create table record_history (
        object_api_name text not null,
        record_id bigint not null,
        version integer not null,
        at timestamptz not null default now(),
        actor text not null,
        origin text not null,
        changes jsonb not null,
        primary key (object_api_name, record_id, version)
      )`,
      'create table exchange_rate (currency text not null, day date not null, cny numeric not null, primary key (currency, day))',
    ],
  },
  {
    name: '0002-import',
    statements: ['create table import_run (id text primary key, row integer not null, state jsonb not null)'],
  },
];

/** Any number will do, as long as it is ours. */
const MIGRATION_LOCK = 7_315_201;

/** Brings the house's own tables up to date, each migration in one transaction; several processes may call it at once. */
export async function migrate(db: Db): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`.execute(trx);
    await sql`create table if not exists migration (name text primary key, at timestamptz not null default now())`.execute(
      trx,
    );
    const { rows } = await sql<{ name: string }>`select name from migration`.execute(trx);
    const done = new Set(rows.map((row) => row.name));
    for (const migration of MIGRATIONS.filter((candidate) => !done.has(candidate.name))) {
      for (const statement of migration.statements) await sql.raw(statement).execute(trx);
      await sql`insert into migration (name) values (${migration.name})`.execute(trx);
    }
  });
}
