import { MESSAGE_TYPES } from '#schemas/api/chat.ts';
import type { ChatHint } from './hints.ts';
import { messageFor, type MessageRow } from './message-view.ts';

/** What chat_send adds for the other when his setting replies to whoever opens a conversation; nulls for nothing. */
export interface AutoReply {
  readonly reply_seq: number | null;
  readonly reply_client: string | null;
  readonly reply_body: string | null;
  readonly reply_my_rev: string | null;
  readonly reply_peer_rev: string | null;
}

/** What both are told of the reply of `peer`, after what they are told of the message that brought it. */
export function autoReplyHints({ me, peer }: { me: string; peer: string }, reply: AutoReply, at: Date): ChatHint[] {
  const { reply_seq: seq, reply_client: client, reply_body: body, reply_my_rev: mine, reply_peer_rev: theirs } = reply;
  if (seq === null || client === null || body === null || mine === null || theirs === null) return [];
  const row: MessageRow = {
    seq,
    sender_id: peer,
    client_id: client,
    type: MESSAGE_TYPES.text,
    body,
    created_at: at.toISOString(),
    recalled_at: null,
    auto: true,
  };
  const seenBy = (uid: string) => messageFor(row, uid, new Map(), at);
  return [
    { uid: peer, rev: theirs, peer: me, message: seenBy(peer) },
    { uid: me, rev: mine, peer, message: seenBy(me) },
  ];
}
