-- Everything that writes to conversations, each function one round trip. Rows are locked in one order everywhere: the
-- conversation, then chat_user_state by account, then chat_inbox. chat_send answers with its refusals; the others raise them
-- with a state of class JT. src/server/platform/messages/refusals.ts turns both into failures.

create or replace function chat_unread(in_conversation bigint, in_reader bigint, in_after integer) returns integer
  language sql stable as $$
  select count(*)::integer from (select from chat_message
    where conversation_id = in_conversation and seq > in_after and sender_id <> in_reader
      and counts and recalled_at is null limit 100) few $$;

-- The next value of both clocks, the lower account first.
create or replace function chat_tick(in_a bigint, in_b bigint, out rev_a bigint, out rev_b bigint) language plpgsql as $$
  begin
    insert into chat_user_state as s (user_id, rev) values (in_a, 1)
      on conflict (user_id) do update set rev = s.rev + 1 returning s.rev into rev_a;
    insert into chat_user_state as s (user_id, rev) values (in_b, 1)
      on conflict (user_id) do update set rev = s.rev + 1 returning s.rev into rev_b;
  end $$;

-- Opens the conversation of two and answers with it, locked; null when the opener has used up what he may open on that day.
create or replace function chat_start(in_me bigint, in_peer bigint, in_at timestamptz, in_day date, in_limit integer)
  returns chat_conversation language plpgsql as $$
  declare a bigint := least(in_me, in_peer); b bigint := greatest(in_me, in_peer); conv chat_conversation;
  begin
    insert into chat_conversation (user_a, user_b, opened_by, created_at) values (a, b, in_me, in_at)
      on conflict do nothing returning * into conv;
    if not found then
      -- Opened by the other meanwhile.
      select * into conv from chat_conversation c where c.user_a = a and c.user_b = b for no key update;
      return conv;
    end if;
    insert into chat_user_state (user_id) values (a) on conflict do nothing;
    insert into chat_user_state (user_id) values (b) on conflict do nothing;
    perform from chat_user_state where user_id in (a, b) order by user_id for no key update;
    update chat_user_state s set day = in_day,
        opened = case when s.day = in_day then s.opened + 1 else 1 end,
        exchanged = case when s.day = in_day then s.exchanged else 0 end
      where s.user_id = in_me and case when s.day = in_day then s.opened else 0 end < in_limit;
    if not found then
      delete from chat_conversation c where c.id = conv.id;
      return null;
    end if;
    insert into chat_inbox (user_id, conversation_id, peer_id, sort_at, rev)
      select s.user_id, conv.id, case when s.user_id = a then b else a end, in_at, s.rev
      from chat_user_state s where s.user_id in (a, b);
    return conv;
  end $$;

-- Puts a message at the end of a conversation that the caller has locked, unless one of the two blocks the other. An
-- automatic reply (in_auto) does not count as written by its sender.
create or replace function chat_store(
    in_conversation bigint, in_me bigint, in_peer bigint, in_client uuid, in_type smallint, in_body text,
    in_at timestamptz, in_seen integer, in_auto boolean,
    out refusal text, out seq integer, out my_rev bigint, out peer_rev bigint)
  language plpgsql as $$
  declare a bigint := least(in_me, in_peer); rev_a bigint; rev_b bigint; box record; now_read integer;
  begin
    -- As chat_tick, for two who have their clocks.
    update chat_user_state s set rev = s.rev + 1 where s.user_id = a returning s.rev into rev_a;
    update chat_user_state s set rev = s.rev + 1 where s.user_id = greatest(in_me, in_peer) returning s.rev into rev_b;
    -- Behind the clocks of the two, which blocking takes as well: after a block is answered nothing comes through.
    select mine.read_seq, mine.unread, mine.blocked, theirs.blocked as is_blocked into box
      from chat_inbox mine join chat_inbox theirs on theirs.user_id = in_peer and theirs.conversation_id = in_conversation
      where mine.user_id = in_me and mine.conversation_id = in_conversation;
    refusal := case when box.blocked then 'blocking' when box.is_blocked then 'blocked' end;
    if refusal is not null then return; end if;
    update chat_conversation c set last_seq = c.last_seq + 1,
        spoke_a = c.spoke_a or c.user_a = in_me and not in_auto, spoke_b = c.spoke_b or c.user_b = in_me and not in_auto,
        unanswered = c.unanswered + case when c.opened_by = in_me
          and not (case when c.user_a = in_me then c.spoke_b else c.spoke_a end) then 1 else 0 end
      where c.id = in_conversation returning c.last_seq into seq;
    insert into chat_message (conversation_id, seq, sender_id, client_id, type, body, counts, created_at, auto)
      values (in_conversation, chat_store.seq, in_me, in_client, in_type, in_body, true, in_at, in_auto);
    my_rev := case when in_me = a then rev_a else rev_b end;
    peer_rev := case when in_me = a then rev_b else rev_a end;
    now_read := greatest(box.read_seq, least(in_seen, chat_store.seq));
    -- The microseconds keep the order of what comes to one list within a millisecond.
    update chat_inbox i set sort_at = in_at + (my_rev % 1000) * interval '1 microsecond', rev = my_rev, read_seq = now_read,
        unread = case when i.unread > 0 and now_read > box.read_seq
          then chat_unread(in_conversation, in_me, now_read) else i.unread end
      where i.user_id = in_me and i.conversation_id = in_conversation;
    update chat_inbox i set sort_at = in_at + (chat_store.peer_rev % 1000) * interval '1 microsecond',
        rev = chat_store.peer_rev, peer_read_seq = now_read, unread = least(i.unread + 1, 100)
      where i.user_id = in_peer and i.conversation_id = in_conversation;
  end $$;

-- The reply that a person has set for those who open a conversation, stored in it; null where there is none.
create or replace function chat_reply(in_conversation bigint, in_from bigint, in_to bigint, in_at timestamptz)
  returns jsonb language plpgsql as $$
  declare body text; client uuid := gen_random_uuid(); stored record;
  begin
    select s.auto_reply into body from chat_setting s where s.account_id = in_from and s.auto_reply_on;
    if not found then return null; end if;
    stored := chat_store(in_conversation, in_from, in_to, client, 0::smallint, body, in_at, 0, true);
    -- Cursors travel as text, as bigint does everywhere.
    return jsonb_build_object('seq', stored.seq, 'client_id', client, 'body', body,
      'from_rev', stored.my_rev::text, 'to_rev', stored.peer_rev::text);
  end $$;

-- Stores messages, each once, in the order of the array; one that is refused takes no other with it. Each is
-- {me, peer, client, type, body, at, seen, day, openings, unanswered}: `openings` is how many conversations its sender may
-- open on `day`, null where this one has to be there; `unanswered` is how many messages whoever opened it may write before
-- the other has, null for any number. A row for each: why it was refused; else what is stored, `duplicate` where it was
-- stored before, and then with no cursors; `reply` as chat_reply has it, for the message that opened the conversation.
create or replace function chat_send(in_messages jsonb)
  returns table (refusal text, conversation bigint, seq integer, sent_at timestamptz, recalled_at timestamptz,
    duplicate boolean, both_talked boolean, my_rev bigint, peer_rev bigint, reply jsonb)
  -- Plans are kept for a connection, often made while the tables are empty: they have to stay right when the tables grow.
  language plpgsql set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
  declare m record; conv chat_conversation; kept record;
  begin
    -- One message takes its locks as it goes; several take them before, so that two calls never wait for each other.
    if jsonb_array_length(in_messages) > 1 then
      for m in select distinct least(t.me, t.peer) as a, greatest(t.me, t.peer) as b
          from jsonb_to_recordset(in_messages) as t(me bigint, peer bigint) order by a, b loop
        perform from chat_conversation c where c.user_a = m.a and c.user_b = m.b for no key update;
      end loop;
      perform from chat_user_state s where s.user_id = any(array(select unnest(array[t.me, t.peer])
        from jsonb_to_recordset(in_messages) as t(me bigint, peer bigint))) order by s.user_id for no key update;
    end if;
    for m in select * from jsonb_to_recordset(in_messages) as t(me bigint, peer bigint, client uuid, type smallint,
        body text, at timestamptz, seen integer, day date, openings integer, unanswered integer) loop
      select * into conv from chat_conversation c
        where c.user_a = least(m.me, m.peer) and c.user_b = greatest(m.me, m.peer) for no key update;
      refusal := case when conv.id is null and m.openings is null then 'absent' end;
      if conv.id is null and m.openings is not null
          and exists (select from account a where a.id = m.peer and a.closed_at is null and a.frozen_at is null) then
        conv := chat_start(m.me, m.peer, m.at, m.day, m.openings);
        refusal := case when conv.id is null then 'openings' end;
      end if;
      select k.seq, k.type, k.body, k.created_at, k.recalled_at, a.id is not null as is_reachable into kept
        from (values (m.peer)) u(peer) left join account a on a.id = u.peer and a.closed_at is null and a.frozen_at is null
        left join chat_message k on k.conversation_id = conv.id and k.sender_id = m.me and k.client_id = m.client;
      refusal := case when refusal is not null then refusal
        when kept.seq is not null then case when kept.type <> m.type or kept.body <> m.body then 'changed' end
        when not kept.is_reachable then 'unreachable'
        when conv.opened_by = m.me and conv.unanswered >= m.unanswered
          and not case when conv.user_a = m.me then conv.spoke_b else conv.spoke_a end then 'unanswered' end;
      conversation := conv.id; both_talked := conv.spoke_a and conv.spoke_b;
      seq := kept.seq; duplicate := kept.seq is not null; sent_at := coalesce(kept.created_at, m.at);
      recalled_at := kept.recalled_at; my_rev := null; peer_rev := null; reply := null;
      if refusal is null and not duplicate then
        select s.refusal, s.seq, s.my_rev, s.peer_rev into refusal, seq, my_rev, peer_rev
          from chat_store(conv.id, m.me, m.peer, m.client, m.type, m.body, m.at, m.seen, false) s;
        if seq = 1 then reply := chat_reply(conv.id, m.peer, m.me, m.at); end if;
      end if;
      return next;
    end loop;
  end $$;

-- All up to a message was on screen; the conversation itself is not locked.
create or replace function chat_read(in_me bigint, in_peer bigint, in_seq integer,
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
  end $$;

-- A message that is there changed: recalled, or its request was answered. The caller has locked the conversation.
create or replace function chat_touch(in_conversation bigint, in_seqs integer[], out rev_a bigint, out rev_b bigint)
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
  end $$;

-- Takes back a message of one's own; a second time finds it taken back, with no clock moved.
create or replace function chat_recall(
    in_me bigint, in_peer bigint, in_seq integer, in_at timestamptz, in_term interval, in_types smallint[],
    out conversation bigint, out kept chat_message, out my_rev bigint, out peer_rev bigint)
  language plpgsql as $$
  declare clocks record;
  begin
    select c.id into conversation from chat_conversation c
      where c.user_a = least(in_me, in_peer) and c.user_b = greatest(in_me, in_peer) for no key update;
    if not found then raise exception 'absent' using errcode = 'JT001'; end if;
    select m.* into kept from chat_message m where m.conversation_id = conversation and m.seq = in_seq;
    if kept.seq is null then raise exception 'no message' using errcode = 'JT002'; end if;
    if kept.sender_id <> in_me then raise exception 'not one''s own' using errcode = 'JT403', detail = 'theirs'; end if;
    if kept.recalled_at is not null then return; end if;
    if not kept.type = any(in_types) then raise exception 'kind' using errcode = 'JT403', detail = 'kind'; end if;
    if in_at - kept.created_at > in_term then raise exception 'late' using errcode = 'JT403', detail = 'late'; end if;
    update chat_message m set recalled_at = in_at where m.conversation_id = conversation and m.seq = in_seq;
    kept.recalled_at := in_at;
    select t.rev_a, t.rev_b into clocks from chat_touch(conversation, array[in_seq]) t;
    my_rev := case when in_me < in_peer then clocks.rev_a else clocks.rev_b end;
    peer_rev := case when in_me < in_peer then clocks.rev_b else clocks.rev_a end;
  end $$;

-- What a user makes of a peer on the own list: muted, blocked or pinned; null when it was so already.
create or replace function chat_mark(in_me bigint, in_peer bigint, in_mark text, in_on boolean, in_at timestamptz)
  returns bigint language plpgsql as $$
  declare box record; my_rev bigint;
  begin
    select i.conversation_id as id, i.muted, i.blocked, i.pinned_at is not null as pinned into box from chat_inbox i
      where i.user_id = in_me and i.peer_id = in_peer;
    if not found then raise exception 'absent' using errcode = 'JT001'; end if;
    if in_on = (case in_mark when 'muted' then box.muted when 'blocked' then box.blocked else box.pinned end) then
      return null;
    end if;
    update chat_user_state s set rev = s.rev + 1 where s.user_id = in_me returning s.rev into my_rev;
    update chat_inbox i set rev = my_rev,
        muted = case when in_mark = 'muted' then in_on else i.muted end,
        blocked = case when in_mark = 'blocked' then in_on else i.blocked end,
        pinned_at = case when in_mark <> 'pinned' then i.pinned_at when in_on then in_at end
      where i.user_id = in_me and i.conversation_id = box.id;
    return my_rev;
  end $$;
