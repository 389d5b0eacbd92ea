import { randomUUID } from 'node:crypto';
import type { Database } from '#server/db/database.ts';
import type { NewMessage } from '#server/platform/messages/send-queries.ts';
import { peerOf } from './people.ts';

const BODY = '您好，我们对贵公司的项目很感兴趣，方便的话想约个时间聊一聊。';
/** chat_send for one message in its own statement and commit, as one message after the other would go. */
export const ALONE = `select * from chat_send(jsonb_build_array(jsonb_build_object('me', $1::bigint, 'peer', $2::bigint,
  'client', $3::uuid, 'type', 0, 'body', '${BODY}', 'at', now(), 'seen', 0, 'unanswered', 10)))`;
export const WITH_NOTIFY = `select s.*, pg_notify('bench_chat', s.peer_rev::text) from (${ALONE}) s`;

/** A message of a random user, among so many, to the peer of that user. */
export function draftOf(base: number, people: number) {
  const me = 1 + Math.floor(Math.random() * people);
  const ids = { senderId: String(base + me), peerId: String(base + peerOf(me)) };
  return { ...ids, clientId: randomUUID(), type: 0 as const, body: BODY, at: new Date(), unanswered: 10 };
}

/** A message by one statement, prepared under a name. */
export async function statement(
  { pool }: Pick<Database, 'pool'>,
  name: string,
  text: string,
  draft: NewMessage,
): Promise<number> {
  const { senderId, peerId, clientId } = draft;
  await pool.query({ name, text, values: [senderId, peerId, clientId] });
  return 1;
}

/** As chat servers commonly do it: a transaction of several statements, each a round trip. */
export async function manyStatements({ pool }: Pick<Database, 'pool'>, draft: NewMessage): Promise<number> {
  const { senderId, peerId, clientId } = draft;
  const client = await pool.connect();
  try {
    await client.query('begin');
    const { rows } = await client.query<{ id: string; seq: number }>({
      name: 'number',
      text: `update chat_conversation set last_seq = last_seq + 1
        where user_a = least($1::bigint, $2::bigint) and user_b = greatest($1::bigint, $2::bigint)
        returning id, last_seq as seq`,
      values: [senderId, peerId],
    });
    await client.query({
      name: 'message',
      text: `insert into chat_message (conversation_id, seq, sender_id, client_id, type, body, counts, created_at)
        values ($1, $2, $3, $4, 0, '${BODY}', true, now())`,
      values: [rows[0]?.id, rows[0]?.seq, senderId, clientId],
    });
    for (const person of [senderId, peerId].toSorted((a, b) => Number(a) - Number(b)))
      await client.query({
        name: 'list',
        text: `with clock as (update chat_user_state set rev = rev + 1 where user_id = $1 returning rev)
          update chat_inbox set rev = clock.rev, sort_at = now(), unread = least(unread + $3, 100)
          from clock where user_id = $1 and conversation_id = $2`,
        values: [person, rows[0]?.id, person === peerId ? 1 : 0],
      });
    await client.query('commit');
  } finally {
    client.release();
  }
  return 1;
}
