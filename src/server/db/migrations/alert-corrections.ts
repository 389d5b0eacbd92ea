/** What a line of an alert said of its record, so that a correction of it reaches those who read the line. */
export const ALERT_CORRECTIONS: readonly string[] = [
  'alter table alert_hit add column told jsonb',
  'alter table alert_hit drop constraint alert_hit_kind_check',
  `alter table alert_hit add constraint alert_hit_kind_check check (kind in ('entered', 'changed', 'left', 'corrected'))`,
  'create index alert_hit_told_idx on alert_hit (object_api_name, record_id) where told is not null',
];
