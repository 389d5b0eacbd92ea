/** Lists of records that users keep, each of one object, and the accounts that they are shared with. */
export const KEPT_LISTS: readonly string[] = [
  `create table list (
    id bigint generated always as identity primary key,
    owner_id bigint not null references account (id) on delete cascade,
    object_api_name text not null,
    name text not null,
    version integer not null default 1,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    removed_at timestamptz
  )`,
  'create index list_owner_idx on list (owner_id)',
  `create table list_item (
    list_id bigint not null references list (id) on delete cascade,
    object_api_name text not null,
    record_id bigint not null,
    added_at timestamptz not null,
    primary key (list_id, record_id)
  )`,
  'create index list_item_record_idx on list_item (object_api_name, record_id)',
  `create table list_share (
    list_id bigint not null references list (id) on delete cascade,
    account_id bigint not null references account (id) on delete cascade,
    role text not null check (role in ('edit', 'view')),
    shared_at timestamptz not null,
    primary key (list_id, account_id)
  )`,
  'create index list_share_account_idx on list_share (account_id)',
];
