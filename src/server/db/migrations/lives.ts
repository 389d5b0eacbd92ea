/** Lives that staff announce, who follows them, and what followers are still to be told. */
export const LIVES: readonly string[] = [
  `create table live (
    id bigint generated always as identity primary key,
    title text not null,
    host text not null,
    cover text,
    starts_at timestamptz not null,
    ends_at timestamptz not null,
    link text not null,
    cancelled_at timestamptz,
    -- The start that followers were told of: a live that is moved begins anew.
    begun_for timestamptz,
    version integer not null default 1,
    -- What the screen of staff called it, so that it is announced once.
    key text not null unique,
    created_by bigint references account (id),
    created_at timestamptz not null,
    check (starts_at < ends_at)
  )`,
  'create index live_open_idx on live (starts_at, id)',
  `create index live_due_idx on live (starts_at)
    where cancelled_at is null and begun_for is distinct from starts_at`,
  `create table live_follow (
    account_id bigint not null references account (id) on delete cascade,
    live_id bigint not null references live (id) on delete cascade,
    at timestamptz not null,
    primary key (account_id, live_id)
  )`,
  'create index live_follow_live_idx on live_follow (live_id, account_id)',
  // One word to all who follow a live at that instant; `told_to` is the last of them who has heard it.
  `create table live_telling (
    id bigint generated always as identity primary key,
    live_id bigint not null references live (id) on delete cascade,
    title text not null,
    body text not null,
    at timestamptz not null,
    told_to bigint not null default 0,
    done_at timestamptz
  )`,
  'create index live_telling_open_idx on live_telling (id) where done_at is null',
];
