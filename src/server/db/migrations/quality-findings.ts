/**
 * What a pass over all records finds beside breaches and differences; how many values that are worked out of others it
 * checked; how many values are out of date; and the quality of an object by the source of its records.
 */
export const QUALITY_FINDINGS: readonly string[] = [
  `create table quality_finding (
    id bigint generated always as identity primary key,
    object_api_name text not null,
    record_id bigint not null,
    kind text not null,
    field text not null,
    record_name text not null,
    field_label text not null,
    problem text not null,
    found_at timestamptz not null,
    seen_at timestamptz not null,
    unique (object_api_name, record_id, kind, field)
  )`,
  'create index quality_finding_kind_idx on quality_finding (kind, object_api_name)',
  `alter table quality_state
    add column checked bigint not null default 0,
    add column wrong bigint not null default 0`,
  'alter table quality_day add column stale bigint',
  `create table quality_source (
    object_api_name text not null,
    source text not null,
    records bigint not null,
    share numeric,
    stale bigint,
    primary key (object_api_name, source)
  )`,
];
