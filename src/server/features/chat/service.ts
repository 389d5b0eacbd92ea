import type { BodyOf, ReplyOf } from '#schemas/api/route.ts';
import { type ChatMessage, MESSAGE_TYPES, type readInmail, type sendMessage as sendRoute } from '#schemas/api/chat.ts';
import { contactTip } from '#shared/chat/contact-tip.ts';
import type { Member } from '#shared/policy/actor.ts';
import type { Db } from '#server/db/database.ts';
import { autoReplyHints } from '#server/platform/messages/auto-reply.ts';
import type { ChatHints } from '#server/platform/messages/hints.ts';
import { type MessageRow, messageFor } from '#server/platform/messages/message-view.ts';
import { allowedOpenings } from '#server/platform/messages/openings.ts';
import { conversationOf } from '#server/platform/messages/queries.ts';
import { asRefusal } from '#server/platform/messages/refusals.ts';
import { type NewMessage, type Sent, sendMessage, stored } from '#server/platform/messages/send-queries.ts';
import type { SendQueue } from '#server/platform/messages/send-queue.ts';
import { shanghaiDay } from '#shared/time/shanghai.ts';
import { markPeer, markRead, type Recalled } from './message-queries.ts';
import { prepareMessage, type PreparedMessage } from './new-message.ts';
import { grantPicture } from './pictures.ts';
import { recall } from './recall.ts';

export interface ChatDeps {
  readonly db: Db;
  readonly queue: Pick<SendQueue, 'send'>;
  readonly hints: Pick<ChatHints, 'tell'>;
  readonly now: () => Date;
}

type Sending = BodyOf<typeof sendRoute>;

const NO_EXCHANGES = new Map<string, never>();

/** What users write to each other. Each action is one call of the database; open screens are notified after its commit. */
export class Chat {
  readonly #deps: ChatDeps;

  constructor(deps: ChatDeps) {
    this.#deps = deps;
  }

  /**
   * Stores a message, once for each `clientId`, and opens the conversation where the sender may.
   * @throws Failure INVALID_BODY, CHAT_BLOCKED, CHAT_LIMITED, FORBIDDEN (may not open), UNKNOWN_RECORD (no such peer),
   * CONFLICT (another content under the same id).
   */
  async send(peerId: string, body: Sending, actor: Member): Promise<ReplyOf<typeof sendRoute>> {
    const at = this.#deps.now();
    const prepared = prepareMessage(peerId, body, actor, at);
    const sent = await this.#store(prepared, actor);
    const { message: asked } = prepared;
    const row: MessageRow = {
      seq: sent.seq,
      sender_id: asked.senderId,
      client_id: asked.clientId,
      type: asked.type,
      body: asked.body,
      created_at: sent.sent_at,
      recalled_at: sent.recalled_at,
    };
    const message = messageFor(row, asked.senderId, NO_EXCHANGES, at);
    this.#notifyBoth(asked, sent, row, message);
    const isEarly = asked.type === MESSAGE_TYPES.text && !sent.duplicate && !sent.both_talked;
    return { message, duplicate: sent.duplicate, rev: sent.my_rev, tip: isEarly ? contactTip(asked.body) : null };
  }

  /**
   * Takes back a message of one's own; the second time as the first.
   * @throws Failure UNKNOWN_RECORD, FORBIDDEN (another's, too late, or of a kind that stays).
   */
  async recall(peerId: string, seq: number, actor: Member): Promise<ChatMessage> {
    const at = this.#deps.now();
    const me = actor.id;
    const recalled = await recall(this.#deps.db, { senderId: me, peerId, seq, at });
    this.#notifyChange(me, peerId, recalled);
    return messageFor(recalled, me, NO_EXCHANGES, at);
  }

  /** All up to a message was on screen. @throws Failure UNKNOWN_RECORD without a conversation. */
  async read(peerId: string, seq: number, actor: Member): Promise<ReplyOf<typeof readInmail>> {
    const me = actor.id;
    const mark = await markRead(this.#deps.db, me, peerId, seq).catch((thrown: unknown) => {
      throw asRefusal(thrown);
    });
    if (mark.peer_rev !== null) this.#notifyChange(me, peerId, mark);
    return { unread: mark.unread, readSeq: mark.read_seq, rev: mark.my_rev };
  }

  /** Mutes, blocks or pins a peer on the actor's list. @throws Failure UNKNOWN_RECORD without a conversation. */
  async mark(peerId: string, mark: 'muted' | 'blocked' | 'pinned', on: boolean, actor: Member): Promise<void> {
    const me = actor.id;
    const change = { me, peer: peerId, mark, on, at: this.#deps.now() };
    const rev = await markPeer(this.#deps.db, change).catch((thrown: unknown) => {
      throw asRefusal(thrown);
    });
    if (rev !== null) this.#deps.hints.tell([{ uid: me, rev, peer: peerId }]);
  }

  /** Nearly always the conversation is there, and policy has nothing to say. */
  async #store({ message, picture }: PreparedMessage, actor: Member): Promise<Sent> {
    const { db, queue } = this.#deps;
    if (!picture) {
      const outcome = await queue.send(message);
      if (outcome.refusal !== 'absent') return stored(outcome);
    }
    const { senderId, peerId, at } = message;
    return db.transaction().execute(async (trx) => {
      const isOpen = picture !== undefined && (await conversationOf(trx, senderId, peerId)) !== undefined;
      const day = shanghaiDay(at);
      const opening = isOpen ? undefined : { day, limit: await allowedOpenings(trx, actor, peerId, day) };
      if (picture) await grantPicture(trx, picture, message);
      return sendMessage(trx, { ...message, opening });
    });
  }

  /** Both see the message, each in the own way, on all screens that they have open; nothing when it was stored before. */
  #notifyBoth({ senderId, peerId, at }: NewMessage, sent: Sent, row: MessageRow, message: ChatMessage): void {
    if (sent.my_rev === null || sent.peer_rev === null) return;
    this.#deps.hints.tell([
      { uid: peerId, rev: sent.peer_rev, peer: senderId, message: messageFor(row, peerId, NO_EXCHANGES, at) },
      { uid: senderId, rev: sent.my_rev, peer: peerId, message },
      ...(sent.reply ? autoReplyHints({ me: senderId, peer: peerId }, sent.reply, at) : []),
    ]);
  }

  #notifyChange(me: string, peer: string, { my_rev, peer_rev }: Pick<Recalled, 'my_rev' | 'peer_rev'>): void {
    if (my_rev === null || peer_rev === null) return;
    this.#deps.hints.tell([
      { uid: peer, rev: peer_rev, peer: me },
      { uid: me, rev: my_rev, peer },
    ]);
  }
}
