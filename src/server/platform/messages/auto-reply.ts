import { MESSAGE_TYPES } from '#schemas/api/chat.ts';
import type { ChatHint } from './hints.ts';
import { messageFor, type MessageRow } from './message-view.ts';

/** The message that a user's setting sends to a user who opens a conversation, as chat_reply stored it. */
export interface AutoReply {
  readonly seq: number;
  readonly client_id: string;
  readonly body: string;
  /** Cursors of its sender and its receiver after it. */
  readonly from_rev: string;
  readonly to_rev: string;
}

/** What both learn of the reply of `peer`, after what they learn of the message that brought it. */
export function autoReplyHints(
  { me, peer }: { me: string; peer: string },
  { seq, client_id, body, from_rev, to_rev }: AutoReply,
  at: Date,
): ChatHint[] {
  const row: MessageRow = {
    seq,
    sender_id: peer,
    client_id,
    type: MESSAGE_TYPES.text,
    body,
    created_at: at.toISOString(),
    recalled_at: null,
    auto: true,
  };
  const seenBy = (uid: string) => messageFor(row, uid, new Map(), at);
  return [
    { uid: peer, rev: from_rev, peer: me, message: seenBy(peer) },
    { uid: me, rev: to_rev, peer, message: seenBy(me) },
  ];
}
