/**
 * What roll-ups and look-ups are kept right by. A mark says that the values of a record which are worked out of others may
 * be wrong: marks are appended by every writer and never updated, so that writers of different records wait for none of
 * them. An edge says that a record names another one in a list of references, whose array no index finds as quickly.
 * `revision` of an object grows when what is worked out of its records changes: a process that does not know of it yet
 * reads the definitions again before it writes.
 */
export const DERIVED: readonly string[] = [
  `create table derived_mark (
    seq bigint generated always as identity primary key,
    object_api_name text not null,
    group_key text not null,
    record_id bigint not null,
    cause text,
    tries integer not null default 0,
    at timestamptz not null default now()
  )`,
  'create index derived_mark_record on derived_mark (object_api_name, record_id)',
  `create table derived_link (
    id integer generated always as identity primary key,
    object_api_name text not null,
    field_api_name text not null,
    filled_to bigint not null default 0,
    done boolean not null default false,
    unique (object_api_name, field_api_name)
  )`,
  `create table derived_edge (
    link_id integer not null,
    parent bigint not null,
    child bigint not null,
    primary key (link_id, parent, child)
  )`,
  'create index derived_edge_child on derived_edge (link_id, child)',
  `create table derived_history (
    id bigint generated always as identity primary key,
    object_api_name text not null,
    record_id bigint not null,
    at timestamptz not null,
    cause text,
    changes jsonb not null
  )`,
  'create index derived_history_record on derived_history (object_api_name, record_id, id)',
  `create table derived_day (group_key text primary key, day date not null)`,
  'alter table meta_object add column revision integer not null default 0',
];
