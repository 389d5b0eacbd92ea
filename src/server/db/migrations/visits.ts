/**
 * Who looked at a company, or at a project of it, on which day of Asia/Shanghai: a row for each. `project_id` is 0 for the
 * company itself. `visitor_id` says that rows are of one person to readers who may not know which; it cannot be guessed.
 * A card has what readers may learn of a visitor, and how much of it the visitor lets them.
 */
export const VISITS: readonly string[] = [
  `create table visit_card (
    account_id bigint primary key references account,
    mode text not null default 'open' check (mode in ('open', 'institution', 'private')),
    kind text,
    entity text,
    institution_id bigint,
    position text,
    read_on date
  )`,
  `create index visit_card_group_idx on visit_card (kind, entity) where mode <> 'private'`,
  `create table record_visit (
    id bigint primary key,
    visitor_id bigint not null,
    account_id bigint not null references account,
    company_id bigint not null,
    project_id bigint not null default 0,
    object_api_name text not null,
    title text not null,
    day date not null,
    first_at timestamptz not null,
    last_at timestamptz not null,
    opens integer not null check (opens >= 0),
    seconds integer not null default 0 check (seconds between 0 and 1800),
    sections text[] not null default '{}',
    unique (account_id, company_id, project_id, day)
  )`,
  `create index record_visit_company_idx on record_visit (company_id, day, account_id) include (opens, seconds, visitor_id)`,
  // As the list of one's own visits asks for them.
  `create index record_visit_own_idx on record_visit ((account_id::text))`,
  `create index record_visit_day_idx on record_visit (day)`,
];

/** The statistics of a company read the visits of each visitor together, from the index alone. */
export const VISITS_BY_VISITOR: readonly string[] = [
  'drop index record_visit_company_idx',
  `create index record_visit_visitor_idx on record_visit (company_id, account_id, day) include (opens, seconds, visitor_id)`,
];

/** What led a visitor to the record first that day, by its place in VISIT_SOURCES. */
export const VISIT_SOURCE: readonly string[] = [
  'alter table record_visit add column source smallint not null default 0',
  'drop index record_visit_visitor_idx',
  `create index record_visit_visitor_idx on record_visit (company_id, account_id, day)
    include (opens, seconds, visitor_id, source)`,
];
