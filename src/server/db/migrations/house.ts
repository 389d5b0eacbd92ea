/** Accounts, sessions, metadata and its versions, records by key and their history. */
export const HOUSE: readonly string[] = [
  `create table account (
    id bigint generated always as identity primary key,
    username text not null unique,
    phone text unique,
    name text not null,
    password_hash text not null,
    roles text[] not null default '{}',
    vip_type integer not null default 0,
    created_at timestamptz not null default now()
  )`,
  `create table session (
    token_hash text primary key,
    account_id bigint not null references account (id) on delete cascade,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null
  )`,
  'create index session_account_idx on session (account_id)',
  'create table meta_object (api_name text primary key, version integer not null, definition jsonb not null)',
  `create table meta_object_version (
    api_name text not null,
    version integer not null,
    definition jsonb not null,
    steps jsonb not null,
    author text not null,
    at timestamptz not null default now(),
    primary key (api_name, version)
  )`,
  'create table option_set (name text primary key, version integer not null, definition jsonb not null)',
  `create table index_job (
    id bigint generated always as identity primary key,
    sql text not null,
    target text not null,
    done_at timestamptz,
    problem text
  )`,
  `create table record_key (
    object_api_name text not null,
    source text not null,
    key text not null,
    record_id bigint not null,
    primary key (object_api_name, source, key)
  )`,
  'create index record_key_record_idx on record_key (object_api_name, record_id)',
  `create table record_history (
    object_api_name text not null,
    record_id bigint not null,
    version integer not null,
    at timestamptz not null default now(),
    actor text not null,
    origin text not null,
    changes jsonb not null,
    primary key (object_api_name, record_id, version)
  )`,
  'create table exchange_rate (currency text not null, day date not null, cny numeric not null, primary key (currency, day))',
];
