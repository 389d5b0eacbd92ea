/**
 * Runs of automations: what happened, and what was done about it. The rules themselves are records of Automation. A run is kept
 * once for each rule, record and cause: a transaction of the change log, or a value of a date. `wrote_xid` is the transaction
 * in which a run wrote its record, by which runs that follow from it know how deep they are.
 */
export const AUTOMATIONS: readonly string[] = [
  `create table automation_run (
    id bigint generated always as identity primary key,
    automation_id bigint not null,
    title text not null,
    object_api_name text not null,
    record_id bigint not null,
    cause text not null,
    depth integer not null,
    state text not null check (state in ('due', 'done', 'unmet', 'skipped', 'failed', 'tried')),
    outcome text not null default '',
    tries integer not null default 0,
    at timestamptz not null,
    due_at timestamptz,
    ended_at timestamptz,
    wrote_xid xid8,
    unique (automation_id, record_id, cause)
  )`,
  `create index automation_run_due_idx on automation_run (due_at, id) where state = 'due'`,
  'create index automation_run_ended_idx on automation_run (automation_id, ended_at)',
  'create index automation_run_wrote_idx on automation_run (wrote_xid) where wrote_xid is not null',
  'create index automation_run_at_idx on automation_run (at)',
  // The one row: up to where the change log was read for automations.
  `create table automation_reader (
    only_one boolean primary key default true check (only_one),
    cursor text not null
  )`,
];
