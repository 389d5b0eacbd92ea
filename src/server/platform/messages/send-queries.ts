import { sql } from 'kysely';
import type { MessageType } from '#schemas/api/chat.ts';
import type { Db } from '#server/db/database.ts';
import type { AutoReply } from './auto-reply.ts';
import { type Refusal, refusalFailure } from './refusals.ts';

/** A message as it is to be stored. */
export interface NewMessage {
  readonly senderId: string;
  readonly peerId: string;
  readonly clientId: string;
  readonly type: MessageType;
  readonly body: string;
  readonly at: Date;
  /** Highest sequence number that the sender had on screen; 0 when absent. */
  readonly seenSeq?: number;
  /** How many conversations the sender may open on a day of Asia/Shanghai; absent when this one has to be there. */
  readonly opening?: { readonly day: string; readonly limit: number } | undefined;
  /** How many messages the user who opened the conversation may write before an answer; absent for any number. */
  readonly unanswered?: number;
}

/** A message that is stored. */
export interface Sent {
  readonly refusal: null;
  readonly conversation: string;
  readonly seq: number;
  readonly sent_at: string;
  readonly recalled_at: string | null;
  readonly duplicate: boolean;
  /** Both had written before it. */
  readonly both_talked: boolean;
  /** Cursors of the two after it; null for one that was stored before. */
  readonly my_rev: string | null;
  readonly peer_rev: string | null;
  /** What the peer's setting answers to the message that opens a conversation. */
  readonly reply: AutoReply | null;
}

/** What became of a message; with a `refusal` it was not stored. */
export type Outcome = Sent | { readonly refusal: Refusal };

/** Stores messages by one statement; an outcome for each, in the same order. One that is refused takes no other with it. */
export async function sendMessages(db: Db, messages: readonly NewMessage[]): Promise<Outcome[]> {
  const rows = messages.map(({ senderId, peerId, clientId, type, body, at, seenSeq = 0, opening, unanswered }) => ({
    me: senderId,
    peer: peerId,
    client: clientId,
    type,
    body,
    at: at.toISOString(),
    seen: seenSeq,
    day: opening?.day,
    openings: opening?.limit,
    unanswered,
  }));
  const stored = await sql<Outcome>`
    select refusal, conversation, seq, sent_at, recalled_at, duplicate, both_talked, my_rev, peer_rev, reply
    from chat_send(${JSON.stringify(rows)}::jsonb)`.execute(db);
  return stored.rows;
}

/** Stores one message. @throws Failure why it was refused. */
export async function sendMessage(db: Db, message: NewMessage): Promise<Sent> {
  return stored((await sendMessages(db, [message]))[0]);
}

/** @throws Failure when the message was refused. */
export function stored(outcome: Outcome | undefined): Sent {
  if (!outcome) throw new Error('The database answered nothing about a message.');
  if (outcome.refusal !== null) throw refusalFailure(outcome.refusal);
  return outcome;
}
