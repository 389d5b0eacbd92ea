/**
 * Conversations. All that writes goes through the functions below, each one round trip. Rows are locked in one order
 * everywhere: the conversation, then chat_user_state by account, then chat_inbox. Refusals are raised with a state of class
 * JT; src/server/lib/chat/refusals.ts turns them into failures.
 */
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
    sort_at timestamptz not null,
    rev bigint not null,
    primary key (user_id, conversation_id)
  ) with (fillfactor = 70)`,
  'create unique index chat_inbox_peer_idx on chat_inbox (user_id, peer_id)',
  'create index chat_inbox_rev_idx on chat_inbox (user_id, rev)',
  'create index chat_inbox_sort_idx on chat_inbox (user_id, pinned_at desc nulls last, sort_at desc, conversation_id)',
  'create index chat_inbox_unread_idx on chat_inbox (user_id) where unread > 0 and not muted',
  // The clock of a person's list, and what was used up on a day of Asia/Shanghai.
  `create table chat_user_state (
    user_id bigint primary key,
    rev bigint not null default 0,
    day date,
    opened integer not null default 0,
    exchanged integer not null default 0
  ) with (fillfactor = 50)`,
  `create function chat_unread(in_conversation bigint, in_reader bigint, in_after integer) returns integer
    language sql stable as $$
    select count(*)::integer from (select from chat_message
      where conversation_id = in_conversation and seq > in_after and sender_id <> in_reader
        and counts and recalled_at is null limit 100) few $$`,
  // The next value of both clocks, the lower account first.
  `create function chat_tick(in_a bigint, in_b bigint, out rev_a bigint, out rev_b bigint) language plpgsql as $$
    begin
      insert into chat_user_state as s (user_id, rev) values (in_a, 1)
        on conflict (user_id) do update set rev = s.rev + 1 returning s.rev into rev_a;
      insert into chat_user_state as s (user_id, rev) values (in_b, 1)
        on conflict (user_id) do update set rev = s.rev + 1 returning s.rev into rev_b;
    end $$`,
  // Adds a message to a conversation that the caller has locked.
  `create function chat_append(
      in_conversation bigint, in_me bigint, in_client uuid, in_type smallint, in_body text, in_counts boolean,
      in_at timestamptz, in_seen integer,
      out seq integer, out my_rev bigint, out peer_rev bigint, out peer bigint)
    language plpgsql as $$
    declare a bigint; b bigint; rev_a bigint; rev_b bigint; was_read integer; now_read integer; was_unread integer;
    begin
      update chat_conversation c set last_seq = c.last_seq + 1,
          spoke_a = c.spoke_a or c.user_a = in_me, spoke_b = c.spoke_b or c.user_b = in_me,
          unanswered = c.unanswered + case when c.opened_by = in_me
            and not (case when c.user_a = in_me then c.spoke_b else c.spoke_a end) then 1 else 0 end
        where c.id = in_conversation returning c.last_seq, c.user_a, c.user_b into seq, a, b;
      peer := case when a = in_me then b else a end;
      insert into chat_message (conversation_id, seq, sender_id, client_id, type, body, counts, created_at)
        values (in_conversation, chat_append.seq, in_me, in_client, in_type, in_body, in_counts, in_at);
      select t.rev_a, t.rev_b into rev_a, rev_b from chat_tick(a, b) t;
      my_rev := case when a = in_me then rev_a else rev_b end;
      peer_rev := case when a = in_me then rev_b else rev_a end;
      select i.read_seq, i.unread into was_read, was_unread from chat_inbox i
        where i.user_id = in_me and i.conversation_id = in_conversation;
      now_read := greatest(was_read, least(in_seen, chat_append.seq));
      update chat_inbox i set sort_at = in_at, rev = my_rev, read_seq = now_read,
          unread = case when was_unread > 0 and now_read > was_read
            then chat_unread(in_conversation, in_me, now_read) else was_unread end
        where i.user_id = in_me and i.conversation_id = in_conversation;
      update chat_inbox i set sort_at = in_at, rev = peer_rev, peer_read_seq = now_read,
          unread = case when in_counts then least(i.unread + 1, 100) else i.unread end
        where i.user_id = peer and i.conversation_id = in_conversation;
    end $$`,
  // The conversation of two, locked; opened within what the opener may open on a day. -1 = it must be there.
  `create function chat_open(in_me bigint, in_peer bigint, in_at timestamptz, in_day date, in_limit integer)
    returns bigint language plpgsql as $$
    declare a bigint := least(in_me, in_peer); b bigint := greatest(in_me, in_peer); found_id bigint; used integer;
    begin
      select id into found_id from chat_conversation where user_a = a and user_b = b for no key update;
      if found then return found_id; end if;
      if in_limit = -1 then raise exception 'absent' using errcode = 'JT001'; end if;
      insert into chat_conversation (user_a, user_b, opened_by, created_at) values (a, b, in_me, in_at)
        on conflict do nothing returning id into found_id;
      if not found then
        select id into found_id from chat_conversation where user_a = a and user_b = b for no key update;
        return found_id;
      end if;
      insert into chat_user_state (user_id) values (a) on conflict do nothing;
      insert into chat_user_state (user_id) values (b) on conflict do nothing;
      perform from chat_user_state where user_id in (a, b) order by user_id for no key update;
      update chat_user_state s set day = in_day,
          opened = case when s.day = in_day then s.opened + 1 else 1 end,
          exchanged = case when s.day = in_day then s.exchanged else 0 end
        where s.user_id = in_me returning s.opened into used;
      if used > in_limit then raise exception 'openings' using errcode = 'JT105'; end if;
      insert into chat_inbox (user_id, conversation_id, peer_id, sort_at, rev)
        select s.user_id, found_id, case when s.user_id = a then b else a end, in_at, s.rev
        from chat_user_state s where s.user_id in (a, b);
      return found_id;
    end $$`,
  // A person's message: stored once, refused whole, or found as it was stored before.
  `create function chat_send(
      in_me bigint, in_peer bigint, in_client uuid, in_type smallint, in_body text, in_at timestamptz, in_seen integer,
      in_day date, in_limit integer, in_unanswered integer,
      out conversation bigint, out seq integer, out sent_at timestamptz, out my_rev bigint, out peer_rev bigint,
      out duplicate boolean, out both_talked boolean)
    language plpgsql as $$
    declare kept record; state record; conv record;
    begin
      conversation := chat_open(in_me, in_peer, in_at, in_day, in_limit);
      select m.seq, m.created_at, m.type, m.body into kept from chat_message m
        where m.conversation_id = conversation and m.sender_id = in_me and m.client_id = in_client;
      if found then
        if kept.type <> in_type or kept.body <> in_body then
          raise exception 'another message' using errcode = 'JT409';
        end if;
        seq := kept.seq; sent_at := kept.created_at; duplicate := true; both_talked := true;
        return;
      end if;
      perform from account where id = in_peer and closed_at is null and frozen_at is null;
      if not found then raise exception 'gone' using errcode = 'JT404'; end if;
      select bool_or(i.blocked) filter (where i.user_id = in_me) as mine,
          bool_or(i.blocked) filter (where i.user_id = in_peer) as theirs into state
        from chat_inbox i where i.conversation_id = conversation and i.user_id in (in_me, in_peer);
      if state.mine then raise exception 'blocked by me' using errcode = 'JT104', detail = 'mine'; end if;
      if state.theirs then raise exception 'blocked by the other' using errcode = 'JT104', detail = 'theirs'; end if;
      select c.unanswered, c.opened_by, c.spoke_a and c.spoke_b as talked,
          case when c.user_a = in_me then c.spoke_b else c.spoke_a end as answered into conv
        from chat_conversation c where c.id = conversation;
      if conv.opened_by = in_me and not conv.answered and conv.unanswered >= in_unanswered then
        raise exception 'unanswered' using errcode = 'JT105', detail = 'unanswered';
      end if;
      select a.seq, a.my_rev, a.peer_rev into seq, my_rev, peer_rev
        from chat_append(conversation, in_me, in_client, in_type, in_body, true, in_at, in_seen) a;
      sent_at := in_at; duplicate := false; both_talked := conv.talked;
    end $$`,
  // All up to a message was on screen; the conversation itself is not locked.
  `create function chat_read(in_me bigint, in_peer bigint, in_seq integer,
      out read_seq integer, out unread integer, out my_rev bigint, out peer_rev bigint)
    language plpgsql as $$
    declare box record; last integer; rev_a bigint; rev_b bigint;
    begin
      select i.conversation_id, i.read_seq, i.unread into box from chat_inbox i
        where i.user_id = in_me and i.peer_id = in_peer;
      if not found then raise exception 'absent' using errcode = 'JT001'; end if;
      select least(in_seq, c.last_seq) into last from chat_conversation c where c.id = box.conversation_id;
      if last <= box.read_seq then
        read_seq := box.read_seq; unread := box.unread;
        select s.rev into my_rev from chat_user_state s where s.user_id = in_me;
        return;
      end if;
      select t.rev_a, t.rev_b into rev_a, rev_b from chat_tick(least(in_me, in_peer), greatest(in_me, in_peer)) t;
      my_rev := case when in_me < in_peer then rev_a else rev_b end;
      peer_rev := case when in_me < in_peer then rev_b else rev_a end;
      update chat_inbox i set rev = my_rev, read_seq = greatest(i.read_seq, last),
          unread = chat_unread(box.conversation_id, in_me, greatest(i.read_seq, last))
        where i.user_id = in_me and i.conversation_id = box.conversation_id
        returning i.read_seq, i.unread into read_seq, unread;
      update chat_inbox i set rev = peer_rev, peer_read_seq = chat_read.read_seq
        where i.user_id = in_peer and i.conversation_id = box.conversation_id;
    end $$`,
  // A message that is there changed: recalled, or its request was answered. The caller has locked the conversation.
  `create function chat_touch(in_conversation bigint, in_seqs integer[], out rev_a bigint, out rev_b bigint)
    language plpgsql as $$
    declare conv record;
    begin
      update chat_conversation c set change_rev = c.change_rev + 1 where c.id = in_conversation
        returning c.user_a, c.user_b, c.change_rev into conv;
      update chat_message m set change_rev = conv.change_rev
        where m.conversation_id = in_conversation and m.seq = any(in_seqs);
      select t.rev_a, t.rev_b into rev_a, rev_b from chat_tick(conv.user_a, conv.user_b) t;
      update chat_inbox i set unread = chat_unread(in_conversation, i.user_id, i.read_seq),
          rev = case when i.user_id = conv.user_a then chat_touch.rev_a else chat_touch.rev_b end
        where i.conversation_id = in_conversation and i.user_id in (conv.user_a, conv.user_b);
    end $$`,
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
];
