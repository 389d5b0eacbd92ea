import type { Database } from '#server/db/database.ts';

/** What the lists say of unread messages, beside a plain count over all messages: rows that differ, and totals. */
const DIFFERENCES = `
  select i.user_id, i.conversation_id, i.unread, i.read_seq, c.last_seq,
    (select least(count(*), 100)::int from chat_message m where m.conversation_id = i.conversation_id
      and m.seq > i.read_seq and m.sender_id <> i.user_id and m.counts and m.recalled_at is null) as counted
  from chat_inbox i join chat_conversation c on c.id = i.conversation_id`;

/** Lists whose cached number of unread messages is not what a plain count over the messages gives. */
export async function wrongUnread(database: Database): Promise<unknown[]> {
  const { rows } = await database.pool.query<object>(`select * from (${DIFFERENCES}) d where d.unread <> d.counted`);
  return rows;
}

/** Conversations whose numbers have a gap, a double, or do not end where the conversation says. */
export async function brokenSequences(database: Database): Promise<unknown[]> {
  const { rows } = await database.pool.query<object>(`
    select c.id, c.last_seq, count(m.seq)::int as messages, max(m.seq) as highest
    from chat_conversation c left join chat_message m on m.conversation_id = c.id
    group by c.id having count(m.seq) <> c.last_seq or coalesce(max(m.seq), 0) <> c.last_seq`);
  return rows;
}

/** Lists whose clock is behind a row of theirs, or that have two rows of one reading. */
export async function brokenClocks(database: Database): Promise<unknown[]> {
  const { rows } = await database.pool.query<object>(`
    select i.user_id, s.rev, max(i.rev) as highest from chat_inbox i left join chat_user_state s on s.user_id = i.user_id
    group by i.user_id, s.rev
    having s.rev is null or max(i.rev) > s.rev or count(distinct i.rev) <> count(*)`);
  return rows;
}
