/** Imports that were begun in the web. */
export const WEB_IMPORTS: readonly string[] = [
  `create table import_job (
    id text primary key,
    object_api_name text not null,
    file_name text not null,
    file_bytes bigint not null,
    format text not null,
    note text not null default '',
    author text not null,
    created_at timestamptz not null,
    task text,
    state text not null default 'draft',
    wanted_by text,
    queued_at timestamptz,
    stop_requested boolean not null default false,
    problem text not null default '',
    mapping jsonb,
    progress jsonb,
    checked jsonb,
    result jsonb,
    undo jsonb
  )`,
  'create index import_job_created_idx on import_job (created_at)',
  `create table import_kept (
    job_id text not null references import_job (id) on delete cascade,
    object_api_name text not null,
    record_id bigint not null,
    reason text not null,
    primary key (job_id, object_api_name, record_id)
  )`,
  // What one import wrote: the last 32 characters of its origin are its id.
  `create index record_history_import_idx on record_history (right(origin, 32), object_api_name, record_id)
    where origin like 'import:%#%'`,
];
