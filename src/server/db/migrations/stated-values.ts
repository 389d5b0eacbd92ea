/**
 * What sources and people state of values that are also counted from other records: of each source the newest, and beside
 * them the one that staff pinned, which stands over the count until its last day or for good. `as_of` is the day, month or
 * year that the value is of.
 */
export const STATED_VALUES: readonly string[] = [
  `create table stated_value (
    id bigint generated always as identity primary key,
    object_api_name text not null,
    record_id bigint not null,
    field text not null,
    source text not null,
    value jsonb not null,
    as_of text,
    seen_at timestamptz not null,
    actor text not null,
    reason text not null default '',
    source_url text,
    pinned boolean not null default false,
    pinned_until date
  )`,
  `create unique index stated_value_source on stated_value (object_api_name, record_id, field, source) where not pinned`,
  `create unique index stated_value_pin on stated_value (object_api_name, record_id, field) where pinned`,
  'create index stated_value_until on stated_value (pinned_until) where pinned_until is not null',
];
