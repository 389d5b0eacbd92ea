/** Files that people upload, and who may read them. */
export const UPLOADS: readonly string[] = [
  // Bytes lie in the upload folder by id; the row says whose they are. A file that no record took is swept.
  `create table file (
    id text primary key,
    owner_id bigint references account (id) on delete set null,
    bucket text not null check (bucket in ('public', 'private')),
    mime text not null,
    bytes bigint not null,
    sha256 text not null,
    name text not null,
    created_at timestamptz not null,
    used_at timestamptz
  )`,
  'create index file_unused_idx on file (created_at) where used_at is null',
  `create table file_grant (
    file_id text not null references file (id) on delete cascade,
    account_id bigint not null references account (id) on delete cascade,
    granted_at timestamptz not null default now(),
    primary key (file_id, account_id)
  )`,
  // Signatures that were used, so that none is used twice; they count towards the quota of their day.
  `create table upload_ticket (
    id text primary key,
    account_id bigint not null references account (id) on delete cascade,
    used_at timestamptz not null,
    bytes bigint not null default 0
  )`,
  'create index upload_ticket_account_idx on upload_ticket (account_id, used_at)',
];
