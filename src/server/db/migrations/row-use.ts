/**
 * Records that an account was given on a day of Asia/Shanghai, by the way it read them. `budget` and `usual` are what they were
 * measured by, for staff to read; `paced_until` is when an account that is slowed down has its whole burst again.
 */
export const ROW_USE: readonly string[] = [
  `create table row_day (
    account_id bigint not null references account (id) on delete cascade,
    day date not null,
    lists integer not null default 0,
    searches integer not null default 0,
    programs integer not null default 0,
    exports integer not null default 0,
    budget integer,
    usual integer,
    slowed_at timestamptz,
    spent_at timestamptz,
    paced_until timestamptz,
    seen_at timestamptz not null,
    primary key (account_id, day)
  )`,
  'create index row_day_day_idx on row_day (day)',
];
