/** Values of which a source states something else than is counted. */
export const STATED_DIFFERENCES: readonly string[] = [
  `create table stated_difference (
    id bigint generated always as identity primary key,
    object_api_name text not null,
    record_id bigint not null,
    field text not null,
    record_name text not null,
    field_label text not null,
    stated text not null,
    source text not null,
    pinned boolean not null,
    counted text not null,
    found_at timestamptz not null,
    seen_at timestamptz not null,
    unique (object_api_name, record_id, field)
  )`,
];
