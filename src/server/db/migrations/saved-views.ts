/** Lists as people keep them. */
export const SAVED_VIEWS: readonly string[] = [
  `create table saved_view (
    id bigint primary key,
    object_api_name text not null,
    owner_id bigint references account (id) on delete set null,
    name text not null,
    state text not null,
    sharing text not null check (sharing in ('private', 'link', 'everyone')),
    version integer not null default 1,
    updated_at timestamptz not null,
    removed_at timestamptz
  )`,
  'create unique index saved_view_name_idx on saved_view (owner_id, object_api_name, name) where removed_at is null',
  `create index saved_view_everyone_idx on saved_view (object_api_name)
    where sharing = 'everyone' and removed_at is null`,
  `create table saved_view_default (
    account_id bigint not null references account (id) on delete cascade,
    object_api_name text not null,
    view_id bigint not null references saved_view (id) on delete cascade,
    primary key (account_id, object_api_name)
  )`,
  'create index saved_view_default_view_idx on saved_view_default (view_id)',
];
