/**
 * Changes of many records at once. `bulk_record` holds the records as they were frozen when the change was asked for, with
 * the versions that the preview saw and what it found of each; it is emptied when the work has ended. `bulk_kept` names the
 * records that were left alone, and why.
 */
export const BULK_EDITS: readonly string[] = [
  `create table bulk_edit (
    id bigint generated always as identity primary key,
    object_api_name text not null,
    task text not null,
    author text not null,
    client_key text not null,
    reason text not null,
    changes jsonb not null,
    words text not null,
    state text not null default 'previewing',
    problem text not null default '',
    total integer not null,
    preview jsonb,
    run jsonb,
    undo jsonb,
    undone_by text,
    undo_reason text,
    created_at timestamptz not null,
    queued_at timestamptz not null,
    ended_at timestamptz,
    unique (author, client_key)
  )`,
  `create index bulk_edit_waiting on bulk_edit (queued_at, id) where state in ('previewing', 'running', 'undoing')`,
  `create table bulk_record (
    bulk_id bigint not null references bulk_edit (id) on delete cascade,
    record_id bigint not null,
    version integer not null,
    outcome text,
    primary key (bulk_id, record_id)
  )`,
  `create table bulk_kept (
    id bigint generated always as identity,
    job_id bigint not null references bulk_edit (id) on delete cascade,
    object_api_name text not null,
    record_id bigint not null,
    reason text not null,
    primary key (job_id, object_api_name, record_id)
  )`,
  `create index record_history_bulk_idx on record_history (origin, object_api_name, record_id)
    where origin like 'bulk:%'`,
];
