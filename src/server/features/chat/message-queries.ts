import { sql } from 'kysely';
import type { MessageType } from '#schemas/api/chat.ts';
import type { Db } from '#server/db/database.ts';
import type { MessageRow } from '#server/platform/messages/message-view.ts';

export interface Recalled extends MessageRow {
  readonly conversation: string;
  /** Cursors of the two after it; null when it was recalled before. */
  readonly my_rev: string | null;
  readonly peer_rev: string | null;
}

export interface Recall {
  readonly senderId: string;
  readonly peerId: string;
  readonly seq: number;
  readonly at: Date;
  /** How long after it was sent, in milliseconds. */
  readonly termMs: number;
  readonly types: readonly MessageType[];
}

/** Takes a message back. @throws what refusals.ts reads. */
export async function recallMessage(db: Db, recall: Recall): Promise<Recalled> {
  const { rows } = await sql<Recalled>`
    select conversation, my_rev, peer_rev, (kept).seq, (kept).sender_id, (kept).client_id, (kept).type, (kept).body,
      (kept).created_at, (kept).recalled_at
    from chat_recall(${recall.senderId}::bigint, ${recall.peerId}::bigint, ${recall.seq}::integer,
      ${recall.at.toISOString()}::timestamptz, ${recall.termMs}::double precision * interval '1 millisecond',
      ${[...recall.types]}::smallint[])`.execute(db);
  return rows[0] as Recalled;
}

/**
 * A picture that was taken back can no longer be fetched by whom it was sent to, unless another message of the conversation
 * still shows it.
 */
export async function withdrawFiles(
  trx: Db,
  { conversation, peerId, fileIds }: { conversation: string; peerId: string; fileIds: readonly string[] },
): Promise<void> {
  await sql`
    delete from file_grant g where g.account_id = ${peerId}::bigint and g.file_id = any(${[...fileIds]}::text[])
      and not exists (select from chat_message m where m.conversation_id = ${conversation}::bigint
        and m.recalled_at is null and m.type = 13 and strpos(m.body, g.file_id) > 0)`.execute(trx);
}

export interface ReadMark {
  readonly read_seq: number;
  readonly unread: number;
  readonly my_rev: string;
  /** Null when nothing changed. */
  readonly peer_rev: string | null;
}

/** All up to a message was on screen. @throws what refusals.ts reads. */
export async function markRead(db: Db, me: string, peer: string, seq: number): Promise<ReadMark> {
  const { rows } = await sql<ReadMark>`
    select read_seq, unread, my_rev, peer_rev from chat_read(${me}::bigint, ${peer}::bigint, ${seq}::integer)`.execute(
    db,
  );
  return rows[0] as ReadMark;
}

/** The cursor after it; null when it was so already. @throws what refusals.ts reads. */
export async function markPeer(
  db: Db,
  { me, peer, mark, on, at }: { me: string; peer: string; mark: 'muted' | 'blocked' | 'pinned'; on: boolean; at: Date },
): Promise<string | null> {
  const { rows } = await sql<{ rev: string | null }>`
    select chat_mark(${me}::bigint, ${peer}::bigint, ${mark}, ${on}, ${at.toISOString()}::timestamptz) as rev`.execute(
    db,
  );
  return rows[0]?.rev ?? null;
}
