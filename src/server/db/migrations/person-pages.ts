/** What users let others see of them on a page of their own; without a row, and while it is not open, nothing. */
export const PERSON_PAGES: readonly string[] = [
  `create table person_page (
    account_id bigint primary key references account (id) on delete cascade,
    is_open boolean not null,
    parts text[] not null,
    version integer not null default 1,
    changed_at timestamptz not null
  )`,
];
