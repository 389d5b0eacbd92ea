import { sql } from 'kysely';
import { MESSAGE_TYPES } from '#schemas/api/chat.ts';
import type { Db } from '#server/db/database.ts';

/** A conversation whose last message the other user wrote. */
interface UnansweredRow {
  readonly uid: string;
  readonly name: string;
  /** The beginning of a text; null for all else. */
  readonly preview: string | null;
  /** ISO 8601. */
  readonly at: string;
  readonly isUnread: boolean;
}

/** Conversations that are looked through, the latest ones. */
const LOOKED_AT = 50;
const SHOWN = 5;
const PREVIEW = 60;

/** The latest conversations in which a user has not answered yet: not those that are muted, blocked, or with who is gone. */
export async function unansweredOf(db: Db, accountId: string): Promise<UnansweredRow[]> {
  const { rows } = await sql<UnansweredRow>`
    select i.peer_id::text as uid, a.name,
      case when m.type = ${MESSAGE_TYPES.text} and m.recalled_at is null then left(m.body, ${PREVIEW}) end as preview,
      to_char(m.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at, i.unread > 0 as "isUnread"
    from (select * from chat_inbox i where i.user_id = ${accountId}::bigint and not i.muted and not i.blocked
      order by i.sort_at desc limit ${LOOKED_AT}) i
    join chat_conversation c on c.id = i.conversation_id
    join chat_message m on m.conversation_id = i.conversation_id and m.seq = c.last_seq
    join account a on a.id = i.peer_id
    where m.sender_id = i.peer_id and a.closed_at is null and a.frozen_at is null
    order by i.sort_at desc limit ${SHOWN}`.execute(db);
  return rows;
}
