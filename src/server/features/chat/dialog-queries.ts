import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import type { MessageRow } from '#server/lib/chat/message-view.ts';

/** Which messages of a conversation: the latest, those before or those after one. */
export interface DialogPlace {
  readonly before?: number;
  readonly after?: number;
  readonly limit: number;
  /** Also those that changed after it; null for none. */
  readonly changedSince: number | null;
  readonly changedLimit: number;
}

/** One row of a conversation as it is read: its head on each, a message where there is one. */
export interface DialogRow extends Omit<MessageRow, 'seq'> {
  readonly last_seq: number;
  readonly change_rev: number;
  readonly read_seq: number;
  readonly peer_read_seq: number;
  readonly seq: number | null;
  /** Which change made it one of the changed ones; null for the page itself. */
  readonly changed_at: number | null;
}

/**
 * A part of the conversation of two with its head, as of one instant; no rows when they have none. Messages come in their
 * order, the page before those that changed.
 */
export async function dialogRows(db: Db, me: string, peer: string, place: DialogPlace): Promise<DialogRow[]> {
  const { before, after, limit, changedSince, changedLimit } = place;
  const columns = sql`m.seq, m.sender_id, m.client_id, m.type, m.body, m.created_at, m.recalled_at, m.auto`;
  const page: RawBuilder<unknown> =
    after === undefined
      ? sql`and m.seq < ${before ?? 2_147_483_647}::integer order by m.seq desc`
      : sql`and m.seq > ${after}::integer order by m.seq`;
  const { rows } = await sql<DialogRow>`
    select c.last_seq, c.change_rev, i.read_seq, i.peer_read_seq, x.*
    from chat_inbox i join chat_conversation c on c.id = i.conversation_id
      left join lateral (
        (select ${columns}, null::integer as changed_at from chat_message m
          where m.conversation_id = c.id ${page} limit ${limit}::integer)
        union all
        (select ${columns}, m.change_rev from chat_message m
          where m.conversation_id = c.id and m.change_rev > ${changedSince}::integer
          order by m.change_rev, m.seq limit ${changedLimit}::integer)
      ) x on true
    where i.user_id = ${me}::bigint and i.peer_id = ${peer}::bigint
    order by x.changed_at nulls first, x.seq`.execute(db);
  return rows;
}
