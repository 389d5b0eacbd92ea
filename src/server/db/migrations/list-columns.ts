/**
 * Columns of a list of its own, as definitions of fields, and what was filled into them. That stays when a record is taken
 * off its list, so that it is there again when the record is put back.
 */
export const LIST_COLUMNS: readonly string[] = [
  `alter table list add column fields jsonb not null default '[]'`,
  `create table list_value (
    list_id bigint not null references list (id) on delete cascade,
    object_api_name text not null,
    record_id bigint not null,
    held jsonb not null,
    version integer not null default 1,
    updated_at timestamptz not null,
    primary key (list_id, record_id)
  )`,
  'create index list_value_record_idx on list_value (object_api_name, record_id)',
];
