import type { Database } from '#server/db/database.ts';

/** A conversation of two people, by their user names, with so many messages, all of them read. */
export async function fillLongTalk(
  { pool }: Pick<Database, 'pool'>,
  [one, other]: readonly [string, string],
  messages: number,
): Promise<void> {
  const { rows } = await pool.query<{ id: string }>(
    `insert into chat_conversation (user_a, user_b, opened_by, spoke_a, spoke_b, last_seq, created_at)
      select min(id), max(id), min(id), true, true, $3, timestamptz '2026-01-01' from account where username in ($1, $2)
      returning id`,
    [one, other, messages],
  );
  const conversation = rows[0]?.id;
  await pool.query(
    `insert into chat_user_state (user_id) select id from account where username in ($1, $2) on conflict do nothing`,
    [one, other],
  );
  await pool.query(
    `insert into chat_inbox (user_id, conversation_id, peer_id, read_seq, peer_read_seq, sort_at, rev)
      select u.me, c.id, u.peer, c.last_seq, c.last_seq, now(), 0 from chat_conversation c
      cross join lateral (values (c.user_a, c.user_b), (c.user_b, c.user_a)) u(me, peer) where c.id = $1`,
    [conversation],
  );
  // Lines of many lengths, some hundred of them a day.
  await pool.query(
    `insert into chat_message (conversation_id, seq, sender_id, client_id, type, body, counts, created_at)
      select c.id, turn, case when turn % 3 = 0 then c.user_a else c.user_b end, gen_random_uuid(), 0,
        '第' || turn || '条' || repeat('，方便的话想约个时间聊一聊', turn % 7), true,
        timestamptz '2026-01-01' + turn * interval '12 minutes'
      from chat_conversation c cross join lateral generate_series(1, c.last_seq) turn where c.id = $1`,
    [conversation],
  );
}
