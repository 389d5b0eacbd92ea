/** Notices of the system accounts, merged into each person's feed when it is read; and investors who looked at companies. */
export const NOTICES: readonly string[] = [
  `create table notice (
    id bigint generated always as identity primary key,
    type smallint not null check (type in (2, 3, 4, 6, 7)),
    message_type smallint not null default 0,
    audience text not null check (audience in ('one', 'segment', 'all')),
    account_id bigint references account (id) on delete cascade,
    -- Kinds of people, as src/shared/policy/kinds-of-people.ts calls them.
    kinds text[] not null default '{}',
    title text not null,
    body text not null,
    link text,
    -- What it was about, so that one thing is told once.
    key text not null unique,
    created_by bigint references account (id),
    created_at timestamptz not null,
    withdrawn_at timestamptz,
    check ((audience = 'one') = (account_id is not null))
  )`,
  `create index notice_feed_idx on notice (type, id) where audience <> 'one'`,
  `create index notice_own_idx on notice (account_id, type, id) where audience = 'one'`,
  'create index notice_sent_idx on notice (id) where created_by is not null',
  `create table notice_cursor (
    account_id bigint not null references account (id) on delete cascade,
    type smallint not null,
    read_id bigint not null,
    primary key (account_id, type)
  )`,
  `create table project_interest (
    id bigint primary key,
    founder_id bigint not null references account (id) on delete cascade,
    investor_id bigint not null references account (id) on delete cascade,
    ccids bigint[] not null,
    first_at timestamptz not null,
    last_at timestamptz not null,
    read_at timestamptz,
    unique (founder_id, investor_id)
  )`,
  'create index project_interest_founder_idx on project_interest (founder_id, last_at desc, id)',
  // Which messages a report is about.
  `alter table report
    add column conversation_id bigint,
    add column from_seq integer,
    add column to_seq integer`,
];
