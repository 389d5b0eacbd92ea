/** What records are found by. */
export const SEARCH: readonly string[] = [
  `create table record_search (
    object_api_name text collate "C" not null,
    id bigint not null,
    names text collate "C" not null,
    letters text collate "C" not null,
    more text collate "C" not null,
    grams integer[] not null,
    primary key (object_api_name, id)
  )`,
  'create index record_search_grams_idx on record_search using gin (grams)',
  `create table search_state (
    object_api_name text primary key,
    fingerprint text not null,
    filled_to bigint not null default 0,
    done boolean not null default false
  )`,
  // What every record has beside its fields is now readable, and called as its field is.
  `do $$
  declare
    object_table text;
    renamed text[];
  begin
    for object_table in select api_name from meta_object loop
      foreach renamed slice 1 in array
        array[['created_at', 'createdAt'], ['updated_at', 'updatedAt'], ['created_by', 'createdBy']]
      loop
        execute format('alter table %I rename column %I to %I', object_table, renamed[1], renamed[2]);
      end loop;
    end loop;
  end $$`,
];
