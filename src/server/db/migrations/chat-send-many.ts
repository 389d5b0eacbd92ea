/**
 * Messages of many people stored by one statement and one commit, each exactly as chat_send would have it: stored once,
 * refused, or found as it was stored before. What chat_send raises is told here as `refusal` and `reason`, so that one
 * that is refused takes no other with it. A conversation that is not there is refused (JT001): opening one is chat_send's.
 *
 * A call has at most one message of a conversation, which keeps every step one statement over sets; the order of a
 * conversation is the order of the calls. Rows are locked as everywhere, and by id within each table.
 */
export const CHAT_SEND_MANY: readonly string[] = [
  // A message on its way; `place` counts from 1.
  `create type chat_draft as (
    place integer, me bigint, peer bigint, client uuid, type smallint, body text, at timestamptz, seen integer)`,
  // Statements of a function are planned once for a connection, often while its tables are still empty: only plans that
  // stay right when they grow are allowed, and then none but the first call has to make them.
  `create function chat_send_many(in_drafts jsonb, in_unanswered integer)
    returns table (refusal text, reason text, conversation bigint, seq integer, sent_at timestamptz,
      my_rev bigint, peer_rev bigint, recalled_at timestamptz, duplicate boolean, both_talked boolean)
    language plpgsql set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
      set enable_material = off set plan_cache_mode = force_generic_plan as $$
    #variable_conflict use_column
    declare locked bigint[]; my_revs bigint[]; peer_revs bigint[];
    begin
      -- One that is opened meanwhile is seen by a later statement and is not locked: for this call it is not there.
      select coalesce(array_agg(l.id), '{}') into locked from (select c.id
        from jsonb_populate_recordset(null::chat_draft, in_drafts) m join chat_conversation c
          on c.user_a = least(m.me, m.peer) and c.user_b = greatest(m.me, m.peer) order by c.id for no key update of c) l;
      -- Each message has values of its own of the clocks of its two, also one that is refused below.
      with touched as (
        select u.user_id, m.place, row_number() over (partition by u.user_id order by m.place) as nth
          from jsonb_populate_recordset(null::chat_draft, in_drafts) m
          join chat_conversation c on c.user_a = least(m.me, m.peer) and c.user_b = greatest(m.me, m.peer)
            and c.id = any(locked)
          cross join lateral (values (m.me), (m.peer)) u(user_id)),
      ticked as (
        insert into chat_user_state as s (user_id, rev)
          select user_id, count(*) from touched group by user_id order by user_id
          on conflict (user_id) do update set rev = s.rev + excluded.rev returning s.user_id, s.rev),
      revs as (
        select h.place, h.user_id, i.rev - (count(*) over (partition by h.user_id)) + h.nth as rev
          from touched h join ticked i using (user_id))
      select array_agg(mine.rev order by m.place), array_agg(theirs.rev order by m.place) into my_revs, peer_revs
        from jsonb_populate_recordset(null::chat_draft, in_drafts) m
        left join revs mine on mine.place = m.place and mine.user_id = m.me
        left join revs theirs on theirs.place = m.place and theirs.user_id = m.peer;
      -- All that is read here was committed before the rows above were locked, and stays so until the end.
      return query with judged as materialized (
        select m.*, c.id as conversation, k.seq as kept, k.created_at as kept_at, k.recalled_at,
            k.seq is not null or c.spoke_a and c.spoke_b as talked, mine.blocked as mine,
            my_revs[m.place] as my_rev, peer_revs[m.place] as peer_rev, mine.read_seq as was_read,
            greatest(mine.read_seq, least(m.seen, c.last_seq + 1)) as now_read,
            case when c.id is null then 'JT001'
              when k.seq is not null then case when k.type <> m.type or k.body <> m.body then 'JT409' end
              when a.id is null then 'JT404'
              when c.opened_by = m.me and c.unanswered >= in_unanswered
                and not case when c.user_a = m.me then c.spoke_b else c.spoke_a end then 'JT105'
              when mine.blocked or theirs.blocked then 'JT104' end as refusal
          from jsonb_populate_recordset(null::chat_draft, in_drafts) m
          left join chat_conversation c on c.user_a = least(m.me, m.peer) and c.user_b = greatest(m.me, m.peer)
            and c.id = any(locked)
          left join chat_message k on k.conversation_id = c.id and k.sender_id = m.me and k.client_id = m.client
          left join account a on a.id = m.peer and a.closed_at is null and a.frozen_at is null
          left join chat_inbox mine on mine.user_id = m.me and mine.conversation_id = c.id
          left join chat_inbox theirs on theirs.user_id = m.peer and theirs.conversation_id = c.id),
      taken as (select * from judged j where j.refusal is null and j.kept is null),
      moved as (
        update chat_conversation c set last_seq = c.last_seq + 1,
            spoke_a = c.spoke_a or c.user_a = t.me, spoke_b = c.spoke_b or c.user_b = t.me,
            unanswered = c.unanswered + case when c.opened_by = t.me
              and not (case when c.user_a = t.me then c.spoke_b else c.spoke_a end) then 1 else 0 end
          from taken t where c.id = t.conversation
          returning t.place, c.last_seq as seq, t.conversation, t.me, t.client, t.type, t.body, t.at),
      stored as (
        insert into chat_message (conversation_id, seq, sender_id, client_id, type, body, counts, created_at)
          select m.conversation, m.seq, m.me, m.client, m.type, m.body, true, m.at from moved m),
      mine as (
        update chat_inbox i set sort_at = t.at + (t.my_rev % 1000) * interval '1 microsecond', rev = t.my_rev,
            read_seq = t.now_read, unread = case when i.unread > 0 and t.now_read > t.was_read
              then chat_unread(t.conversation, t.me, t.now_read) else i.unread end
          from taken t where i.user_id = t.me and i.conversation_id = t.conversation),
      theirs as (
        update chat_inbox i set sort_at = t.at + (t.peer_rev % 1000) * interval '1 microsecond', rev = t.peer_rev,
            peer_read_seq = t.now_read, unread = least(i.unread + 1, 100)
          from taken t where i.user_id = t.peer and i.conversation_id = t.conversation)
      select j.refusal, case when j.refusal = 'JT105' then 'unanswered' when j.mine then 'mine' else 'theirs' end,
          j.conversation, coalesce(m.seq, j.kept), coalesce(j.kept_at, j.at),
          case when m.seq is not null then j.my_rev end, case when m.seq is not null then j.peer_rev end,
          j.recalled_at, j.kept is not null, j.talked
        from judged j left join moved m using (place) order by j.place;
    end $$`,
];
