import { randomUUID } from 'node:crypto';
import type { MessageType } from '#schemas/api/chat.ts';
import { Failure } from '#shared/errors.ts';
import type { Db } from '#server/db/database.ts';
import type { ChatHint } from '#server/platform/messages/hints.ts';
import { type ExchangeStates, messageFor, type MessageRow } from '#server/platform/messages/message-view.ts';
import {
  blocksBetween,
  conversationOf,
  type ConversationRow,
  touchMessages,
} from '#server/platform/messages/queries.ts';
import { type Sent, sendMessage } from '#server/platform/messages/send-queries.ts';
import { holdPeople } from './queries.ts';

/** Two people in one transaction: nothing is added to their conversation, and neither account is closed, until it ends. */
export interface Talk {
  readonly me: string;
  readonly peer: string;
  readonly conversation: ConversationRow | undefined;
  readonly isReachable: boolean;
}

/** The revisions of the two lists after a change. */
export interface Revs {
  readonly mine: string;
  readonly theirs: string;
}

/** Locks the accounts, then the conversation, if there is one. */
export async function lockConversation(trx: Db, me: string, peer: string): Promise<Talk> {
  const isReachable = await holdPeople(trx, me, peer);
  return { me, peer, isReachable, conversation: await conversationOf(trx, me, peer, true) };
}

/** @throws Failure UNKNOWN_RECORD when either is gone, CHAT_BLOCKED when either blocked the other. */
export async function refuseUnreachable(trx: Db, { me, peer, isReachable }: Talk): Promise<void> {
  if (!isReachable) throw new Failure('UNKNOWN_RECORD', '对方账号已注销或无法接收消息');
  const blocks = await blocksBetween(trx, me, peer);
  if (blocks.mine) throw new Failure('CHAT_BLOCKED', '您已屏蔽对方，解除屏蔽后才能交换');
  if (blocks.theirs) throw new Failure('CHAT_BLOCKED');
}

/** Adds a message of `me` that belongs to an exchange or a delivery; its content is an object. */
export async function post(
  trx: Db,
  { me, peer }: Pick<Talk, 'me' | 'peer'>,
  message: { type: MessageType; content: object; at: Date; clientId?: string },
): Promise<{ row: MessageRow; revs: Revs }> {
  const { type, content, at, clientId = randomUUID() } = message;
  const body = JSON.stringify(content);
  const sent = await sendMessage(trx, { senderId: me, peerId: peer, clientId, type, body, at });
  const created_at = at.toISOString();
  return {
    row: { seq: sent.seq, sender_id: me, client_id: clientId, type, body, created_at, recalled_at: null },
    revs: revsOf(sent),
  };
}

/** Cursors after a message that was stored now. */
export const revsOf = ({ my_rev: mine, peer_rev: theirs }: Sent): Revs => ({
  mine: mine ?? '0',
  theirs: theirs ?? '0',
});

/** Marks messages as changed: screens that show them fetch them again. */
export async function touch(
  trx: Db,
  me: string,
  conversation: ConversationRow,
  seqs: readonly number[],
): Promise<Revs> {
  const { rev_a: a, rev_b: b } = await touchMessages(trx, conversation.id, seqs);
  return conversation.user_a === me ? { mine: a, theirs: b } : { mine: b, theirs: a };
}

/** What both are notified of after the commit; with `row` the message is included. */
export function hintsFor(
  { me, peer }: Pick<Talk, 'me' | 'peer'>,
  revs: Revs,
  added?: { row: MessageRow; states: ExchangeStates; now: Date },
): ChatHint[] {
  const seenBy = (uid: string) => added && { message: messageFor(added.row, uid, added.states, added.now) };
  return [
    { uid: me, rev: revs.mine, peer, ...seenBy(me) },
    { uid: peer, rev: revs.theirs, peer: me, ...seenBy(peer) },
  ];
}
