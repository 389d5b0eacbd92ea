/**
 * Keys by which programs read on behalf of an account. Of a secret only the hash is kept: it is random enough that no one
 * finds it from that. `api_rate` and `api_day` hold how much of its limits a key and its owner have used, `api_usage` and
 * `api_fault` what the owner is shown of it. The index finds the changes of one object, which copies elsewhere follow.
 */
export const API_KEYS: readonly string[] = [
  `create table api_key (
    id text primary key,
    account_id bigint not null references account,
    name text not null,
    secret_hash text not null,
    scopes text[] not null,
    addresses text[] not null,
    days integer not null,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    revoked_at timestamptz,
    used_at timestamptz,
    used_from text,
    networks text[] not null default '{}'
  )`,
  'create index api_key_account_idx on api_key (account_id)',
  `create table api_rate (
    key_id text primary key references api_key on delete cascade,
    full_at timestamptz not null
  )`,
  `create table api_day (
    account_id bigint not null references account,
    day date not null,
    calls integer not null,
    primary key (account_id, day)
  )`,
  `create table api_usage (
    key_id text not null references api_key on delete cascade,
    day date not null,
    object_api_name text not null,
    calls integer not null,
    faults integer not null,
    rows bigint not null,
    primary key (key_id, day, object_api_name)
  )`,
  `create table api_fault (
    id bigint generated always as identity primary key,
    key_id text not null references api_key on delete cascade,
    at timestamptz not null,
    method text not null,
    path text not null,
    status integer not null,
    code integer not null,
    message text not null,
    request_id text not null
  )`,
  'create index api_fault_key_idx on api_fault (key_id, id desc)',
  'create index change_log_object_idx on change_log (object_api_name, xid, seq)',
];
