import type { Db } from '#server/db/database.ts';
import { runText } from '#server/db/prepared.ts';
import type { MessageRow } from '#server/platform/messages/message-view.ts';

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

const COLUMNS = 'm.seq, m.sender_id, m.client_id, m.type, m.body, m.created_at, m.recalled_at, m.auto';

const dialogText = (page: string) => `
    select c.last_seq, c.change_rev, i.read_seq, i.peer_read_seq, x.*
    from chat_inbox i join chat_conversation c on c.id = i.conversation_id
      left join lateral (
        (select ${COLUMNS}, null::integer as changed_at from chat_message m
          where m.conversation_id = c.id ${page} limit $4::integer)
        union all
        (select ${COLUMNS}, m.change_rev from chat_message m
          where m.conversation_id = c.id and m.change_rev > $5::integer
          order by m.change_rev, m.seq limit $6::integer)
      ) x on true
    where i.user_id = $1::bigint and i.peer_id = $2::bigint
    order by x.changed_at nulls first, x.seq`;
const BEFORE = dialogText('and m.seq < $3::integer order by m.seq desc');
const AFTER = dialogText('and m.seq > $3::integer order by m.seq');
const LATEST = 2_147_483_647;

/**
 * A part of the conversation of two with its head, as of one instant; no rows when they have none. Messages come in their
 * order, the page before those that changed.
 */
export async function dialogRows(db: Db, me: string, peer: string, place: DialogPlace): Promise<DialogRow[]> {
  const { before = LATEST, after, limit, changedSince, changedLimit } = place;
  const more = [limit, changedSince, changedLimit];
  return after === undefined
    ? runText(db, BEFORE, [me, peer, before, ...more])
    : runText(db, AFTER, [me, peer, after, ...more]);
}
