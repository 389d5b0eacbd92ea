/** How far the log was looked through for what may change lists of matches, the day they were asked for, and until when a process is at it. */
export const ALERT_MATCHES: readonly string[] = [
  `create table alert_match (
    only_one boolean primary key default true check (only_one),
    cursor text,
    day date,
    busy_until timestamptz
  )`,
  'insert into alert_match default values',
];
