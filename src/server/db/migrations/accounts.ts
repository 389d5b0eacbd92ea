/** Sealed numbers, freezing and closing, why sessions end, and the audit log that nobody can edit. */
export const ACCOUNTS: readonly string[] = [
  'alter table account alter column password_hash drop not null',
  `alter table account
    add column phone_index text unique,
    add column phone_sealed text,
    add column email_index text unique,
    add column email_sealed text,
    add column email_verified_at timestamptz,
    add column avatar text,
    add column intro text not null default '',
    add column vip_until timestamptz,
    add column frozen_at timestamptz,
    add column frozen_because text,
    add column closed_at timestamptz`,
  // Opens with the key that all else here was sealed with.
  'create table vault_check (single boolean primary key default true check (single), sealed text not null)',
  // What is left of a session that ended: why, until its term is over, so that its browser can be told.
  `alter table session
    add column id text,
    add column device text not null default '',
    add column address text not null default '',
    add column seen_at timestamptz,
    add column ended_at timestamptz,
    add column ended_because text`,
  'update session set id = left(encode(sha256(token_hash::bytea), $$hex$$), 24)',
  'alter table session alter column id set not null',
  'create unique index session_id_idx on session (id)',
  // What staff and the platform did, for ever: rows are chained by hashes and cannot be changed or taken away.
  `create table audit_log (
    id bigint primary key,
    at timestamptz not null,
    actor_id bigint,
    actor_name text not null,
    action text not null,
    target_kind text not null,
    target_id text not null,
    reason text not null,
    details jsonb not null,
    previous_hash text not null,
    hash text not null
  )`,
  'create index audit_log_target_idx on audit_log (target_kind, target_id, id)',
  'create index audit_log_actor_idx on audit_log (actor_id, id)',
  `create function refuse_change() returns trigger language plpgsql as
    $$begin raise exception 'rows of % are never changed', tg_table_name using errcode = '42501'; end$$`,
  `create trigger audit_log_kept before update or delete on audit_log
    for each row execute function refuse_change()`,
  'create trigger audit_log_whole before truncate on audit_log execute function refuse_change()',
];
