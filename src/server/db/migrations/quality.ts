/** What is known of the quality of records, day by day, and the records that the rules of today refuse. */
export const QUALITY: readonly string[] = [
  `create table quality_state (
    object_api_name text primary key,
    began_at timestamptz,
    passed_to bigint not null default 0,
    passed_at timestamptz,
    version integer
  )`,
  `create table quality_day (
    object_api_name text not null,
    field text not null,
    day date not null,
    records bigint not null,
    filled bigint not null,
    primary key (object_api_name, day, field)
  )`,
  `create table rule_breach (
    id bigint generated always as identity primary key,
    object_api_name text not null,
    record_id bigint not null,
    record_name text not null,
    fields text[] not null,
    problems text not null,
    found_at timestamptz not null,
    seen_at timestamptz not null,
    unique (object_api_name, record_id)
  )`,
];
