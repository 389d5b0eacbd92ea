/**
 * Merges of two records. `loser_row`, `survivor_row` and `merged_row` are rows of the object's table as they were: the
 * loser before it was removed, the survivor before and after. `merge_moved` has what named the loser and was made to name
 * the survivor, or was taken away as the survivor had the same, so that an undo puts back exactly that. An alias leads
 * from the id of a record that was merged to the record that stands for it now.
 */
export const MERGING: readonly string[] = [
  `create table merge (
    id bigint generated always as identity primary key,
    client_key text not null unique,
    object_api_name text not null,
    survivor_id bigint not null,
    loser_id bigint not null,
    survivor_name text not null,
    loser_name text not null,
    choices jsonb not null,
    loser_row jsonb not null,
    survivor_row jsonb not null,
    merged_row jsonb not null,
    state text not null check (state in ('moving', 'done', 'undoing', 'undone')),
    actor_id bigint references account (id) on delete set null,
    reason text not null,
    at timestamptz not null,
    done_at timestamptz,
    undone_by bigint references account (id) on delete set null,
    undo_reason text,
    undone_at timestamptz
  )`,
  `create index merge_running_idx on merge (id) where state in ('moving', 'undoing')`,
  'create index merge_survivor_idx on merge (object_api_name, survivor_id)',
  'create index merge_loser_idx on merge (object_api_name, loser_id)',
  // `place` is the loser's place in a list; `had_both` says that the survivor is there as well. Rows of platform
  // tables have no record: `row` is their key, or the whole row where it was taken away.
  `create table merge_moved (
    id bigint generated always as identity primary key,
    merge_id bigint not null references merge (id),
    object_api_name text not null,
    record_id bigint,
    field text not null,
    place integer,
    had_both boolean not null default false,
    row jsonb,
    state text not null check (state in ('moved', 'taken', 'back', 'kept'))
  )`,
  'create index merge_moved_merge_idx on merge_moved (merge_id, state, id)',
  `create table record_alias (
    object_api_name text not null,
    old_id bigint not null,
    record_id bigint not null,
    merge_id bigint not null references merge (id),
    at timestamptz not null,
    primary key (object_api_name, old_id)
  )`,
  'create index record_alias_record_idx on record_alias (object_api_name, record_id)',
];
