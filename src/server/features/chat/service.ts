import type { BodyOf, ReplyOf } from '#schemas/api/route.ts';
import { type ChatMessage, MESSAGE_TYPES, type readInmail, type sendMessage as sendRoute } from '#schemas/api/chat.ts';
import { contactTip } from '#shared/chat/contact-tip.ts';
import type { Member } from '#shared/policy/actor.ts';
import { UNANSWERED_LIMIT } from '#shared/policy/chat-limits.ts';
import type { Db } from '#server/db/database.ts';
import { autoReplyHints } from '#server/platform/messages/auto-reply.ts';
import type { ChatHints } from '#server/platform/messages/hints.ts';
import { type MessageRow, messageFor } from '#server/platform/messages/message-view.ts';
import { allowedOpenings } from '#server/platform/messages/openings.ts';
import { asRefusal, isAbsent } from '#server/platform/messages/refusals.ts';
import type { Draft, Sent } from '#server/platform/messages/send-queries.ts';
import type { SendQueue } from '#server/platform/messages/send-queue.ts';
import { shanghaiDay } from '#shared/time/shanghai.ts';
import { draftOf, type PreparedDraft } from './draft.ts';
import { markPeer, markRead, type Opened, type Recalled, sendMessage, type Terms } from './message-queries.ts';
import { handOver } from './pictures.ts';
import { recall } from './recall.ts';

export interface ChatParts {
  readonly db: Db;
  readonly queue: Pick<SendQueue, 'send'>;
  readonly hints: Pick<ChatHints, 'tell'>;
  readonly now: () => Date;
}

type Sending = BodyOf<typeof sendRoute>;

const OPENED = -1;
const NO_EXCHANGES = new Map<string, never>();

/** What people write to each other. Each deed is one call of the database; who looks on is told after its commit. */
export class Chat {
  readonly #parts: ChatParts;

  constructor(parts: ChatParts) {
    this.#parts = parts;
  }

  /**
   * Stores a message, once for each `clientId`, and opens the conversation where the sender may.
   * @throws Failure INVALID_BODY, CHAT_BLOCKED, CHAT_LIMITED, FORBIDDEN (may not open), UNKNOWN_RECORD (nobody there),
   * CONFLICT (another content under the same id).
   */
  async send(peerId: string, body: Sending, actor: Member): Promise<ReplyOf<typeof sendRoute>> {
    const at = this.#parts.now();
    const draft = draftOf(peerId, body, actor);
    const sent = await this.#store(draft, actor, at).catch((thrown: unknown) => {
      throw asRefusal(thrown);
    });
    const row: MessageRow = {
      seq: sent.seq,
      sender_id: draft.senderId,
      client_id: draft.clientId,
      type: draft.type,
      body: draft.body,
      created_at: sent.sent_at,
      recalled_at: sent.recalled_at,
    };
    const message = messageFor(row, draft.senderId, NO_EXCHANGES, at);
    if (!sent.duplicate) this.#tell(draft, sent, row, message, at);
    const isEarly = draft.type === MESSAGE_TYPES.text && !sent.duplicate && !sent.both_talked;
    return { message, duplicate: sent.duplicate, rev: sent.my_rev, tip: isEarly ? contactTip(draft.body) : null };
  }

  /**
   * Takes back a message of one's own; the second time as the first.
   * @throws Failure UNKNOWN_RECORD, FORBIDDEN (another's, too late, or of a kind that stays).
   */
  async recall(peerId: string, seq: number, actor: Member): Promise<ChatMessage> {
    const at = this.#parts.now();
    const me = actor.id;
    const recalled = await recall(this.#parts.db, { senderId: me, peerId, seq, at });
    this.#tellBoth(me, peerId, recalled);
    return messageFor(recalled, me, NO_EXCHANGES, at);
  }

  /** All up to a message was on screen. @throws Failure UNKNOWN_RECORD without a conversation. */
  async read(peerId: string, seq: number, actor: Member): Promise<ReplyOf<typeof readInmail>> {
    const me = actor.id;
    const mark = await markRead(this.#parts.db, me, peerId, seq).catch((thrown: unknown) => {
      throw asRefusal(thrown);
    });
    if (mark.peer_rev !== null) this.#tellBoth(me, peerId, mark);
    return { unread: mark.unread, readSeq: mark.read_seq, rev: mark.my_rev };
  }

  /** Mutes, blocks or pins somebody on one's list. @throws Failure UNKNOWN_RECORD without a conversation. */
  async mark(peerId: string, mark: 'muted' | 'blocked' | 'pinned', on: boolean, actor: Member): Promise<void> {
    const me = actor.id;
    const deed = { me, peer: peerId, mark, on, at: this.#parts.now() };
    const rev = await markPeer(this.#parts.db, deed).catch((thrown: unknown) => {
      throw asRefusal(thrown);
    });
    if (rev !== null) this.#parts.hints.tell([{ uid: me, rev, peer: peerId }]);
  }

  /** Nearly always the conversation is there, and policy has nothing to say. */
  async #store(draft: PreparedDraft, actor: Member, at: Date): Promise<Sent | Opened> {
    const { db, queue } = this.#parts;
    const terms: Terms = { at, day: shanghaiDay(at), openings: OPENED, unanswered: UNANSWERED_LIMIT };
    const store = async (trx: Db, openings: number) => {
      const { picture, senderId, peerId } = draft;
      if (picture) await handOver(trx, picture, { senderId, peerId, at });
      return sendMessage(trx, draft, { ...terms, openings });
    };
    try {
      return await (draft.picture ? db.transaction().execute((trx) => store(trx, OPENED)) : queue.send(draft, at));
    } catch (thrown) {
      if (!isAbsent(thrown)) throw thrown;
    }
    return db
      .transaction()
      .execute(async (trx) => store(trx, await allowedOpenings(trx, actor, draft.peerId, terms.day)));
  }

  /** Each of the two hears of the message as he sees it, on whatever screens he has open. */
  #tell({ senderId, peerId }: Draft, sent: Sent | Opened, row: MessageRow, message: ChatMessage, at: Date): void {
    if (sent.my_rev === null || sent.peer_rev === null) return;
    this.#parts.hints.tell([
      { uid: peerId, rev: sent.peer_rev, peer: senderId, message: messageFor(row, peerId, NO_EXCHANGES, at) },
      { uid: senderId, rev: sent.my_rev, peer: peerId, message },
      ...('reply_seq' in sent ? autoReplyHints({ me: senderId, peer: peerId }, sent, at) : []),
    ]);
  }

  #tellBoth(me: string, peer: string, { my_rev, peer_rev }: Pick<Recalled, 'my_rev' | 'peer_rev'>): void {
    if (my_rev === null || peer_rev === null) return;
    this.#parts.hints.tell([
      { uid: peer, rev: peer_rev, peer: me },
      { uid: me, rev: my_rev, peer },
    ]);
  }
}
