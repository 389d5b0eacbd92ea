/** Records of people that were taken away, and what the personal center keeps. */
export const PROFILE: readonly string[] = [
  // How many exports an account began on a day of Asia/Shanghai.
  `create table export_day (
    account_id bigint not null references account (id) on delete cascade,
    day date not null,
    runs integer not null,
    primary key (account_id, day)
  )`,
  // Sessions whose term is long over are cleared away, some at each sign-in.
  'create index session_expires_idx on session (expires_at)',
];
