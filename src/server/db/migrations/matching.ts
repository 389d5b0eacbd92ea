/** By what records are recognised as one, and the pairs of them that may be. */
export const MATCHING: readonly string[] = [
  `create table match_key (
    object_api_name text collate "C" not null,
    kind text collate "C" not null,
    key text collate "C" not null,
    record_id bigint not null,
    primary key (object_api_name, kind, key, record_id)
  )`,
  'create index match_key_record_idx on match_key (object_api_name, record_id)',
  `create table match_state (
    object_api_name text primary key,
    fingerprint text not null,
    filled_to bigint not null default 0,
    done boolean not null default false,
    pass_began_at timestamptz,
    passed_to bigint not null default 0,
    passed_at timestamptz
  )`,
  `create table duplicate_pair (
    id bigint generated always as identity primary key,
    object_api_name text not null,
    low_id bigint not null,
    high_id bigint not null,
    low_name text not null,
    high_name text not null,
    grade smallint not null check (grade between 1 and 4),
    reasons text[] not null,
    state text not null default 'open' check (state in ('open', 'merged', 'refused')),
    found_at timestamptz not null,
    seen_at timestamptz not null,
    decided_by bigint references account,
    decided_at timestamptz,
    note text,
    check (low_id < high_id),
    unique (object_api_name, low_id, high_id)
  )`,
  'create index duplicate_pair_high_idx on duplicate_pair (object_api_name, high_id)',
  'create index duplicate_pair_state_idx on duplicate_pair (state, grade desc, id)',
];
