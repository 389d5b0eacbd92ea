/**
 * What becomes of a financing request: its state, the project that investors find it by, and the deal that it ended in.
 * The contents are a record; changed terms wait in it until staff approve them for the project.
 */
export const FINANCING: readonly string[] = [
  `create table financing_case (
    id bigint generated always as identity primary key,
    record_id bigint not null unique,
    company_id bigint not null,
    account_id bigint not null references account,
    project_id bigint,
    title text not null,
    state text not null default 'pending'
      check (state in ('pending', 'returned', 'raising', 'paused', 'done', 'closed')),
    terms text check (terms in ('pending', 'returned')),
    deadline_on date,
    version integer not null default 1,
    created_at timestamptz not null,
    submitted_at timestamptz not null,
    decided_at timestamptz,
    decided_by bigint references account,
    reason text,
    ended_at timestamptz,
    deal jsonb,
    deal_state text check (deal_state in ('pending', 'filed', 'refused')),
    deal_record_id bigint,
    check (terms is null or state in ('raising', 'paused')),
    check ((deal is null) = (deal_state is null)),
    check (deal_state is null or state = 'done')
  )`,
  'create index financing_case_account_idx on financing_case (account_id, id)',
  'create index financing_case_company_idx on financing_case (company_id, id)',
  "create unique index financing_case_project_idx on financing_case (project_id) where state in ('raising', 'paused')",
  `create index financing_case_waiting_idx on financing_case (submitted_at)
    where state = 'pending' or terms = 'pending' or deal_state = 'pending'`,
  `create index financing_case_deadline_idx on financing_case (deadline_on) where state = 'raising'`,
];
