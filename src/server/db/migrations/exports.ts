/** Exports that were asked for. */
export const EXPORTS: readonly string[] = [
  `create table export_run (
    id bigint generated always as identity primary key,
    account_id bigint not null references account (id) on delete cascade,
    object_api_name text not null,
    format text not null,
    query jsonb not null,
    file_name text not null,
    status text not null default 'ready',
    attempt integer not null default 0,
    rows integer not null default 0,
    total integer,
    message text not null default '',
    created_at timestamptz not null,
    started_at timestamptz,
    ended_at timestamptz,
    beat_at timestamptz
  )`,
  'create index export_run_account_idx on export_run (account_id, id desc)',
];
