import { sql } from 'kysely';
import type { MessageType } from '#schemas/api/chat.ts';
import type { Db } from '#server/db/database.ts';

/** A message as it is to be stored. */
export interface Draft {
  readonly senderId: string;
  readonly peerId: string;
  readonly clientId: string;
  readonly type: MessageType;
  readonly body: string;
  /** Highest sequence number that the sender had on screen. */
  readonly seenSeq: number;
}

export interface Sent {
  readonly seq: number;
  readonly sent_at: string;
  readonly recalled_at: string | null;
  readonly duplicate: boolean;
  /** Both had written before it. */
  readonly both_talked: boolean;
  /** Cursors of the two after it; null for one that was stored before. */
  readonly my_rev: string | null;
  readonly peer_rev: string | null;
}

/** A draft with the instant at which it was handed in. */
export interface Timed {
  readonly draft: Draft;
  readonly at: Date;
}

/** What became of one of many; with a `refusal` it was not stored, and nothing else here counts. */
export interface Outcome extends Sent {
  /** The state that chat_send would raise, and its detail: what refusals.ts reads. */
  readonly refusal: string | null;
  readonly reason: string;
}

/**
 * Stores messages by one statement, all or none of it; at most one of a conversation, whose conversations are there. An
 * outcome for each, in the same order. `unanswered` is what whoever opened a conversation may write before an answer.
 */
export async function sendMessages(db: Db, messages: readonly Timed[], unanswered: number): Promise<Outcome[]> {
  const drafts = messages.map(({ draft, at }, index) => ({
    place: index + 1,
    me: draft.senderId,
    peer: draft.peerId,
    client: draft.clientId,
    type: draft.type,
    body: draft.body,
    at: at.toISOString(),
    seen: draft.seenSeq,
  }));
  const { rows } = await sql<Outcome>`
    select refusal, reason, seq, sent_at, recalled_at, duplicate, both_talked, my_rev, peer_rev
    from chat_send_many(${JSON.stringify(drafts)}::jsonb, ${unanswered}::integer)`.execute(db);
  return rows;
}
