/**
 * How long the plan of a company may be read, until when a founder takes it back, and who did read it. What was granted
 * before has no end. Files of plans are read by way of the company alone: what was let out of them ends here.
 */
export const PLAN_ACCESS: readonly string[] = [
  'alter table company_plan add column sent_only boolean not null default false',
  'alter table plan_request add column expires_at timestamptz',
  'alter table plan_request drop constraint plan_request_state_check',
  `alter table plan_request add constraint plan_request_state_check
    check (state in ('pending', 'approved', 'refused', 'revoked', 'expired'))`,
  'drop index plan_request_open_idx',
  `create unique index plan_request_open_idx on plan_request (company_id, account_id)
    where state in ('pending', 'approved')`,
  `create index plan_request_due_idx on plan_request (expires_at) where state = 'approved'`,
  `create table plan_reading (
    id bigint generated always as identity primary key,
    company_id bigint not null,
    account_id bigint not null references account (id) on delete cascade,
    times integer not null default 1,
    first_at timestamptz not null,
    last_at timestamptz not null,
    unique (company_id, account_id)
  )`,
  'create index plan_reading_account_idx on plan_reading (account_id)',
  `do $$ begin
    if to_regclass('"InsightCompany"') is not null then
      delete from file_grant g using "InsightCompany" c where c.bp ->> 'url' = '/files/private/' || g.file_id;
    end if;
  end $$`,
];
