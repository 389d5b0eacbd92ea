/** Since which snapshot a record is on a list: what was committed in it is older than its place there. */
export const ALERT_LISTS: readonly string[] = [
  'alter table list_item add column since pg_snapshot not null default pg_current_snapshot()',
];
