/**
 * Notes of users on records. They are read by the feature of notes alone: what leaves the platform, and what is worked out
 * of records, never asks these tables. `folded` is the text as search compares it. `institution_id` is whom a note was
 * shared with when it was written; it is shared as long as its author is linked to that institution.
 */
export const NOTES: readonly string[] = [
  `create table record_note (
    id bigint generated always as identity primary key,
    object_api_name text not null,
    record_id bigint not null,
    author_id bigint not null references account (id) on delete cascade,
    client_key text not null,
    institution_id bigint,
    body text not null,
    folded text not null,
    created_at timestamptz not null,
    edited_at timestamptz,
    removed_at timestamptz,
    version integer not null default 1,
    unique (author_id, client_key)
  )`,
  'create index record_note_record_idx on record_note (object_api_name, record_id)',
  'create index record_note_institution_idx on record_note (institution_id) where institution_id is not null',
  'create index record_note_removed_idx on record_note (removed_at) where removed_at is not null',
  `create table record_note_mention (
    note_id bigint not null references record_note (id) on delete cascade,
    account_id bigint not null references account (id) on delete cascade,
    primary key (note_id, account_id)
  )`,
  'create index record_note_mention_account_idx on record_note_mention (account_id)',
  `create table record_note_version (
    note_id bigint not null references record_note (id) on delete cascade,
    version integer not null,
    body text not null,
    is_shared boolean not null,
    until timestamptz not null,
    primary key (note_id, version)
  )`,
];
