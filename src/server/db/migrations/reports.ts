/** Reports about people. */
export const REPORTS: readonly string[] = [
  `create table report (
    id bigint generated always as identity primary key,
    reporter_id bigint not null references account,
    reported_id bigint not null references account,
    types text[] not null,
    reason text not null,
    images text[] not null,
    source smallint not null,
    state text not null default 'open' check (state in ('open', 'handled', 'dismissed')),
    created_at timestamptz not null,
    decided_by bigint references account,
    decided_at timestamptz,
    note text,
    froze boolean not null default false,
    check (reporter_id <> reported_id)
  )`,
  `create unique index report_open_idx on report (reporter_id, reported_id) where state = 'open'`,
  'create index report_state_idx on report (state, id)',
  'create index report_reported_idx on report (reported_id, id)',
  'create index report_reporter_idx on report (reporter_id, created_at)',
  // Deeds of staff by the key that the screen gave them: sent twice, they are done once.
  `create table staff_deed_key (
    actor_id bigint not null references account,
    key text not null,
    deed text not null,
    at timestamptz not null,
    primary key (actor_id, key)
  )`,
  'create index audit_log_action_idx on audit_log (action, id)',
  'create index audit_log_at_idx on audit_log (at)',
];
