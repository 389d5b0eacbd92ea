import type { ChatMessage, PictureContent } from '#schemas/api/chat.ts';
import { MESSAGE_TYPES } from '#schemas/generated/api/chat.ts';
import type { ChatHost } from '#client/features/chat/base/chat-host.ts';
import type { OutboxItem } from '#client/features/chat/outbox/outbox-item.ts';
import { withoutRepeatedCards } from './exchange-events.ts';
import { pictureContent } from '#client/features/chat/outbox/outbox-attempt.ts';
import type { MessageState, ShownMessage } from '#client/features/chat/messages/shown-message.ts';

/**
 * Bubbles of one conversation. Gives the same object as long as nothing of it has changed, and shows pictures of one's own
 * from this browser, also after they are stored: the bubble would flash otherwise.
 */
export class ShownMessages {
  readonly #previews: ChatHost['previews'];
  readonly #addresses = new Map<string, string>();
  readonly #stored = new WeakMap<ChatMessage, ShownMessage>();
  readonly #events = new WeakMap<ShownMessage, ShownMessage>();

  constructor(previews: ChatHost['previews']) {
    this.#previews = previews;
  }

  /** @param peerReadSeq up to where the other has read. */
  stored(message: ChatMessage, peerReadSeq: number): ShownMessage {
    const state = message.sent && message.seq <= peerReadSeq ? 'read' : 'sent';
    const known = this.#stored.get(message);
    if (known?.state === state) return known;
    const { clientId, type, sent, timeStamp, beBack } = message;
    const key = clientId ?? `seq-${message.seq}`;
    const shown = { key, message, state, type, content: this.#contentOf(message), sent, timeStamp, beBack } as const;
    this.#stored.set(message, shown);
    return shown;
  }

  /** @param waiting in the order of sending */
  waiting(waiting: readonly OutboxItem[], isOnline: boolean): readonly ShownMessage[] {
    let isStuck = !isOnline;
    return waiting.map((item) => {
      isStuck ||= item.state === 'waiting' && item.isLost === true;
      const { clientId, type, at, reason, warning } = item;
      return {
        key: clientId,
        state: stateOf(item, isStuck),
        type,
        content: item.picture ? this.#localContent(item, item.picture) : item.content,
        sent: true,
        timeStamp: new Date(at).toISOString(),
        beBack: false,
        ...(reason !== undefined && { reason, warning: warning === true }),
      };
    });
  }

  /** Each exchange on one card, see `withoutRepeatedCards`. */
  folded(messages: readonly ShownMessage[]): readonly ShownMessage[] {
    return withoutRepeatedCards(messages, (result) => {
      const known = this.#events.get(result) ?? ({ ...result, isEvent: true } as const);
      this.#events.set(result, known);
      return known;
    });
  }

  /** Gives back what the local pictures take. */
  close(): void {
    for (const address of this.#addresses.values()) this.#previews.close(address);
    this.#addresses.clear();
  }

  #localContent({ clientId }: OutboxItem, { file, width, height }: NonNullable<OutboxItem['picture']>): string {
    const url = this.#addresses.get(clientId) ?? this.#previews.open(file);
    this.#addresses.set(clientId, url);
    return pictureContent({ url, sourceUrl: url, ...(width && height && { width, height }) });
  }

  #contentOf({ clientId, type, content, beBack }: ChatMessage): string {
    const url = type === MESSAGE_TYPES.picture && !beBack ? this.#addresses.get(clientId ?? '') : undefined;
    return url === undefined ? content : pictureContent({ ...(JSON.parse(content) as PictureContent), url });
  }
}

function stateOf({ state }: OutboxItem, isStuck: boolean): MessageState {
  if (state !== 'waiting') return state;
  return isStuck ? 'unconfirmed' : 'sending';
}
