/** Values that people hold to be right. */
export const CORRECTIONS: readonly string[] = [
  `create table correction (
    id bigint generated always as identity primary key,
    object_api_name text not null,
    record_id bigint not null,
    field text not null,
    before jsonb not null,
    proposed jsonb not null,
    reason text not null,
    evidence text,
    state text not null default 'pending' check (state in ('pending', 'accepted', 'refused', 'withdrawn')),
    account_id bigint references account (id) on delete set null,
    created_at timestamptz not null,
    decided_by bigint references account (id) on delete set null,
    decided_at timestamptz,
    note text
  )`,
  `create unique index correction_pending_idx on correction (account_id, object_api_name, record_id, field)
    where state = 'pending'`,
  'create index correction_state_idx on correction (state, id)',
  'create index correction_account_idx on correction (account_id, id)',
];

/** What a list shows of them: texts, which no view could make of values. Of older ones as well as it can be told. */
export const CORRECTION_TEXTS: readonly string[] = [
  `alter table correction add column title text not null default '', add column before_text text,
    add column proposed_text text`,
  `update correction set title = '#' || record_id || '的' || field, before_text = before #>> '{}',
    proposed_text = proposed #>> '{}'`,
];
