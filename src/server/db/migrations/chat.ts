import { CHAT_FUNCTIONS } from './chat-functions.ts';
import { CHAT_SEND_MANY } from './chat-send-many.ts';

/** Conversations and what goes with them. All that writes goes through functions: see chat-functions.ts. */
export const CHAT: readonly string[] = [
  `create table chat_conversation (
    id bigint generated always as identity primary key,
    user_a bigint not null references account (id),
    user_b bigint not null references account (id),
    opened_by bigint not null,
    last_seq integer not null default 0,
    -- Grows with every change of a message that is there already.
    change_rev integer not null default 0,
    spoke_a boolean not null default false,
    spoke_b boolean not null default false,
    -- Messages of whoever opened it before the other wrote anything.
    unanswered integer not null default 0,
    created_at timestamptz not null,
    unique (user_a, user_b),
    check (user_a < user_b)
  ) with (fillfactor = 70)`,
  'create index chat_conversation_opener_idx on chat_conversation (opened_by, created_at)',
  // The key serves paging both ways; the second one makes a message that is sent again the same message, for ever.
  `create table chat_message (
    conversation_id bigint not null,
    seq integer not null,
    sender_id bigint not null,
    client_id uuid not null,
    type smallint not null,
    body text not null,
    counts boolean not null,
    created_at timestamptz not null,
    recalled_at timestamptz,
    change_rev integer,
    primary key (conversation_id, seq)
  )`,
  'create unique index chat_message_client_idx on chat_message (conversation_id, sender_id, client_id)',
  'create index chat_message_change_idx on chat_message (conversation_id, change_rev) where change_rev is not null',
  // One row for each of the two: what the other is to this person.
  `create table chat_inbox (
    user_id bigint not null,
    conversation_id bigint not null,
    peer_id bigint not null,
    read_seq integer not null default 0,
    peer_read_seq integer not null default 0,
    -- Exact below 100, and 100 for all beyond.
    unread integer not null default 0,
    pinned_at timestamptz,
    muted boolean not null default false,
    blocked boolean not null default false,
    -- When the last message came; its microseconds tell apart what came to one person within a millisecond.
    sort_at timestamptz not null,
    rev bigint not null
  ) with (fillfactor = 70)`,
  'create unique index chat_inbox_peer_idx on chat_inbox (user_id, peer_id)',
  'create index chat_inbox_rev_idx on chat_inbox (user_id, rev)',
  'create index chat_inbox_sort_idx on chat_inbox (user_id, sort_at desc) where pinned_at is null',
  'create index chat_inbox_pinned_idx on chat_inbox (user_id, sort_at desc) where pinned_at is not null',
  'create index chat_inbox_unread_idx on chat_inbox (user_id) where unread > 0 and not muted',
  // Last, as of indexes that look alike to the planner, which they do while there are few rows, it takes the latest.
  'alter table chat_inbox add primary key (user_id, conversation_id)',
  // The clock of a person's list, and what was used up on a day of Asia/Shanghai.
  `create table chat_user_state (
    user_id bigint primary key,
    rev bigint not null default 0,
    day date,
    opened integer not null default 0,
    exchanged integer not null default 0
  ) with (fillfactor = 50)`,
  ...CHAT_FUNCTIONS,
  // Requests to exchange, one open of a kind in a conversation; what was given, sealed; and plans that were delivered.
  `create table chat_exchange (
    id uuid primary key,
    conversation_id bigint not null references chat_conversation (id),
    kind text not null check (kind in ('PHONE', 'WEIXIN', 'BP')),
    requester_id bigint not null references account (id),
    responder_id bigint not null references account (id),
    state text not null check (state in ('pending', 'agreed', 'declined', 'expired')),
    request_seq integer not null,
    company_id bigint,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    decided_at timestamptz
  )`,
  `create unique index chat_exchange_open_idx on chat_exchange (conversation_id, kind) where state = 'pending'`,
  'create index chat_exchange_conversation_idx on chat_exchange (conversation_id, kind, created_at desc)',
  `create table chat_grant (
    viewer_id bigint not null references account (id),
    owner_id bigint not null references account (id),
    kind text not null check (kind in ('PHONE', 'WEIXIN')),
    sealed text not null,
    granted_at timestamptz not null,
    exchange_id uuid not null references chat_exchange (id),
    primary key (viewer_id, owner_id, kind)
  )`,
  `create table chat_delivery (
    conversation_id bigint not null references chat_conversation (id),
    company_id bigint not null,
    from_id bigint not null references account (id),
    to_id bigint not null references account (id),
    delivered_at timestamptz not null,
    primary key (company_id, from_id, to_id)
  )`,
  'create index chat_delivery_conversation_idx on chat_delivery (conversation_id)',
  ...CHAT_SEND_MANY,
];

/** Whom a user blocked and who blocked a user, of which there are few among all conversations. */
export const BLOCKED_PEERS: readonly string[] = [
  'create index chat_inbox_blocking_idx on chat_inbox (user_id, peer_id) where blocked',
  'create index chat_inbox_blocked_idx on chat_inbox (peer_id, user_id) where blocked',
];
