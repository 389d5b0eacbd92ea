/**
 * What a person sets for all of his conversations, and the reply that goes out for him. chat_send is made anew, as it
 * answers with that reply: whoever opens a conversation gets it in the transaction that opens it, so once for ever.
 */
export const CHAT_SETTINGS: readonly string[] = [
  `create table chat_setting (
    account_id bigint primary key references account (id) on delete cascade,
    -- Kept while it is off.
    auto_reply text not null default '',
    auto_reply_on boolean not null default false,
    -- New messages show no red dot, whoever they are from.
    quiet boolean not null default false,
    updated_at timestamptz not null
  )`,
  // Sent by the setting of its sender, who has not talked by it.
  'alter table chat_message add column auto boolean not null default false',
  // As chat_append, of a person who did not write himself: nothing of his counts as spoken or as read. Nulls for none.
  `create function chat_auto_reply(
      in_conversation bigint, in_from bigint, in_to bigint, in_at timestamptz,
      out seq integer, out client uuid, out body text, out to_rev bigint, out from_rev bigint)
    language plpgsql as $$
    declare revs record;
    begin
      select s.auto_reply into body from chat_setting s where s.account_id = in_from and s.auto_reply_on;
      if not found then return; end if;
      client := gen_random_uuid();
      update chat_conversation c set last_seq = c.last_seq + 1 where c.id = in_conversation returning c.last_seq into seq;
      insert into chat_message (conversation_id, seq, sender_id, client_id, type, body, counts, created_at, auto)
        values (in_conversation, chat_auto_reply.seq, in_from, client, 0, chat_auto_reply.body, true, in_at, true);
      select t.rev_a, t.rev_b into revs from chat_tick(least(in_from, in_to), greatest(in_from, in_to)) t;
      to_rev := case when in_to < in_from then revs.rev_a else revs.rev_b end;
      from_rev := case when in_to < in_from then revs.rev_b else revs.rev_a end;
      update chat_inbox i set sort_at = in_at + (to_rev % 1000) * interval '1 microsecond', rev = to_rev,
          unread = least(i.unread + 1, 100)
        where i.user_id = in_to and i.conversation_id = in_conversation;
      update chat_inbox i set sort_at = in_at + (from_rev % 1000) * interval '1 microsecond', rev = from_rev
        where i.user_id = in_from and i.conversation_id = in_conversation;
    end $$`,
  'drop function chat_send(bigint, bigint, uuid, smallint, text, timestamptz, integer, date, integer, integer)',
  // A person's message: stored once, refused whole, or found as it was stored before. The first of a conversation may
  // bring the other's automatic reply, whose columns are null where there is none.
  `create function chat_send(
      in_me bigint, in_peer bigint, in_client uuid, in_type smallint, in_body text, in_at timestamptz, in_seen integer,
      in_day date, in_limit integer, in_unanswered integer,
      out conversation bigint, out seq integer, out sent_at timestamptz, out my_rev bigint, out peer_rev bigint,
      out recalled_at timestamptz, out duplicate boolean, out both_talked boolean,
      out reply_seq integer, out reply_client uuid, out reply_body text, out reply_my_rev bigint,
      out reply_peer_rev bigint)
    language plpgsql as $$
    declare kept record; conv record;
    begin
      conversation := chat_open(in_me, in_peer, in_at, in_day, in_limit);
      select m.seq, m.created_at, m.recalled_at, m.type, m.body into kept from chat_message m
        where m.conversation_id = conversation and m.sender_id = in_me and m.client_id = in_client;
      if found then
        if kept.type <> in_type or kept.body <> in_body then
          raise exception 'another message' using errcode = 'JT409';
        end if;
        seq := kept.seq; sent_at := kept.created_at; recalled_at := kept.recalled_at;
        duplicate := true; both_talked := true;
        return;
      end if;
      perform from account where id = in_peer and closed_at is null and frozen_at is null;
      if not found then raise exception 'gone' using errcode = 'JT404'; end if;
      select c.unanswered, c.opened_by, c.spoke_a and c.spoke_b as talked,
          case when c.user_a = in_me then c.spoke_b else c.spoke_a end as answered into conv
        from chat_conversation c where c.id = conversation;
      if conv.opened_by = in_me and not conv.answered and conv.unanswered >= in_unanswered then
        raise exception 'unanswered' using errcode = 'JT105', detail = 'unanswered';
      end if;
      select a.seq, a.my_rev, a.peer_rev into seq, my_rev, peer_rev
        from chat_append(conversation, in_me, in_client, in_type, in_body, true, in_at, in_seen) a;
      sent_at := in_at; duplicate := false; both_talked := conv.talked;
      if chat_send.seq = 1 then
        select r.seq, r.client, r.body, r.to_rev, r.from_rev
          into reply_seq, reply_client, reply_body, reply_my_rev, reply_peer_rev
          from chat_auto_reply(conversation, in_peer, in_me, in_at) r;
      end if;
    end $$`,
];
