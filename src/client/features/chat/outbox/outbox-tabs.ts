import type { ReplyOf } from '#schemas/api/route.ts';
import type { sendMessage } from '#schemas/api/chat.ts';
import type { ChatHost } from '#client/features/chat/base/chat-host.ts';

export type SendReply = ReplyOf<typeof sendMessage>;

/** Messages between the tabs of one user about what is to be sent. */
export type OutboxNews =
  /** What is stored is not what it was; `retried` names the contact whose pause is skipped. */
  | { readonly kind: 'changed'; readonly retried?: string }
  /** A message to `uid` is stored on the server. */
  | { readonly kind: 'sent'; readonly uid: string; readonly reply: SendReply };

/** The other tabs in which the same person is signed in; one of all leads. */
export class OutboxTabs {
  readonly #channel: BroadcastChannel | undefined;
  readonly #given = new AbortController();

  /**
   * @param lead called when this tab is the one that sends, which may be at once or after another tab has gone
   * @param hear called with messages of other tabs
   */
  constructor(
    { locks, openChannel }: Pick<ChatHost, 'locks' | 'openChannel'>,
    uid: string,
    on: { readonly lead: () => void; readonly hear: (news: OutboxNews) => void },
  ) {
    const name = `jingtu.outbox.${uid}`;
    this.#channel = openChannel?.(name);
    this.#channel?.addEventListener('message', (message) => on.hear(message.data as OutboxNews));
    if (!locks) {
      on.lead();
      return;
    }
    const { signal } = this.#given;
    const hold = () =>
      new Promise<void>((resolve) => {
        signal.addEventListener('abort', () => resolve());
        if (signal.aborted) resolve();
        else on.lead();
      });
    // An abort while waiting for the lock rejects; there is nothing left to do then.
    locks.request(name, { signal }, hold).catch(() => undefined);
  }

  tell(news: OutboxNews): void {
    this.#channel?.postMessage(news);
  }

  /** Lets another tab lead. */
  close(): void {
    this.#given.abort();
    this.#channel?.close();
  }
}
