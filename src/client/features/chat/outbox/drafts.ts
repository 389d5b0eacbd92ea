import type { Clock } from '#client/lib/clock.ts';
import type { ChatHost } from '#client/features/chat/base/chat-host.ts';
import { draftPrefix, forgetDrafts } from './draft-keys.ts';

/** After the last key. */
const KEEP_AFTER_MS = 500;

/** What one person typed to others and did not send, kept in the browser. A browser that keeps nothing loses nothing else. */
export class Drafts {
  readonly #storage: ChatHost['storage'];
  readonly #clock: Clock;
  readonly #me: string;
  readonly #due = new Map<string, { readonly text: string; readonly cancel: () => void }>();

  /** @param me whose drafts they are. */
  constructor(storage: ChatHost['storage'], clock: Clock, me: string) {
    this.#storage = storage;
    this.#clock = clock;
    this.#me = me;
  }

  read(uid: string): string {
    const due = this.#due.get(uid);
    if (due) return due.text;
    try {
      return this.#storage.getItem(this.#key(uid)) ?? '';
    } catch {
      return '';
    }
  }

  /** Keeps a draft in half a second, unless another one comes before. */
  keep(uid: string, text: string): void {
    this.#due.get(uid)?.cancel();
    const cancel = this.#clock.after(KEEP_AFTER_MS, () => this.flush(uid));
    this.#due.set(uid, { text, cancel });
  }

  /** Keeps at once what is due. */
  flush(uid: string): void {
    const due = this.#due.get(uid);
    if (!due) return;
    due.cancel();
    this.#due.delete(uid);
    try {
      if (due.text === '') this.#storage.removeItem(this.#key(uid));
      else this.#storage.setItem(this.#key(uid), due.text);
    } catch {
      // A full storage keeps no draft; it stays on screen.
    }
  }

  /** Forgets all drafts of this person. */
  clear(): void {
    for (const { cancel } of this.#due.values()) cancel();
    this.#due.clear();
    forgetDrafts(this.#storage, this.#me);
  }

  #key(uid: string): string {
    return draftPrefix(this.#me) + uid;
  }
}
