import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';

/** Characters shown before the word, and of the whole. */
const BEFORE = 12;
const SHOWN = 80;

export interface FoundRow {
  readonly uid: string;
  readonly name: string;
  readonly avatar: string | null;
  readonly seq: number;
  readonly text: string;
  readonly sent: boolean;
  readonly created_at: string;
}

/** Text messages of a user's conversations that contain a word in any case, the latest first. Nothing recalled is found. */
export async function foundMessages(db: Db, me: string, word: string, limit: number): Promise<FoundRow[]> {
  const { rows } = await sql<FoundRow>`
    select a.id as uid, a.name, a.avatar, m.seq, m.sender_id = ${me}::bigint as sent, m.created_at,
      case when at.word > ${BEFORE + 1} then '…' else '' end
        || substr(line.text, greatest(1, at.word - ${BEFORE}), ${SHOWN}) as text
    from chat_inbox i join chat_message m on m.conversation_id = i.conversation_id join account a on a.id = i.peer_id
      cross join lateral (select btrim(regexp_replace(m.body, '\\s+', ' ', 'g')) as text) line
      cross join lateral (select strpos(lower(line.text), lower(${word})) as word) at
    where i.user_id = ${me}::bigint and m.type = 0 and m.recalled_at is null and at.word > 0
    order by m.created_at desc, m.conversation_id, m.seq desc limit ${limit}`.execute(db);
  return rows;
}
