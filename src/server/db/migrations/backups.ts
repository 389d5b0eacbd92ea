/** Backups that the server takes by itself: one for each day of Asia/Shanghai, and what came of it. */
export const BACKUPS: readonly string[] = [
  `create table backup_run (
    day date primary key,
    tries integer not null default 1,
    started_at timestamptz not null,
    ended_at timestamptz,
    file text,
    problem text
  )`,
];
