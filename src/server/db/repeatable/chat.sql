-- Everything that writes to conversations, each function one round trip. Rows are locked in one order everywhere: the
-- conversation, then chat_user_state by account, then chat_inbox. Refusals are raised with a state of class JT;
-- src/server/platform/messages/refusals.ts turns them into failures.

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

-- The conversation of two, locked; opened within what the opener may open on a day. -1 = it must be there.
create or replace function chat_open(in_me bigint, in_peer bigint, in_at timestamptz, in_day date, in_limit integer)
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
    conversation := chat_open(in_me, in_peer, in_at, null, -1);
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

-- What a person makes of somebody on his list: muted, blocked or pinned; null when it was so already.
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
