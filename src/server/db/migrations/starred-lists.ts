/** The list of each object that a star puts records on: one of an account, made when it is first needed. */
export const STARRED_LISTS: readonly string[] = [
  'alter table list add column is_starred boolean not null default false',
  'create unique index list_starred_idx on list (owner_id, object_api_name) where is_starred',
];
