/** Every version of option sets and objects, by time. */
export const METADATA_AUDIT: readonly string[] = [
  `create table option_set_version (
    name text not null,
    version integer not null,
    definition jsonb not null,
    author text not null,
    at timestamptz not null,
    primary key (name, version)
  )`,
  // What stood before there was an audit is its first entry.
  `insert into option_set_version (name, version, definition, author, at)
    select name, version, definition, 'system', now() from option_set`,
  'create index option_set_version_at_idx on option_set_version (at)',
  'create index meta_object_version_at_idx on meta_object_version (at)',
];
