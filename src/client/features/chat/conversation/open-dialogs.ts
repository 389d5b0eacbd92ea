import { observable } from 'mobx';
import type { DialogStore } from './dialog-store.ts';

/** Conversations that are kept in memory at most. */
const MOST_OPEN = 20;

/** The conversations that were opened last. The one that was not used longest makes room for the next. */
export class OpenDialogs {
  readonly #dialogs = observable.map<string, DialogStore>({}, { deep: false });
  readonly #make: (uid: string) => DialogStore;

  constructor(make: (uid: string) => DialogStore) {
    this.#make = make;
  }

  /** One that is there. Observable. */
  get(uid: string): DialogStore | undefined {
    return this.#dialogs.get(uid);
  }

  /** Opens one, or takes it up again. */
  open(uid: string): DialogStore {
    const dialog = this.#dialogs.get(uid) ?? this.#make(uid);
    // Behind all others: the map is in the order of use.
    this.#dialogs.delete(uid);
    this.#dialogs.set(uid, dialog);
    const [oldest] = this.#dialogs.keys();
    if (this.#dialogs.size > MOST_OPEN && oldest !== undefined) {
      this.#dialogs.get(oldest)?.close();
      this.#dialogs.delete(oldest);
    }
    return dialog;
  }

  get all(): readonly DialogStore[] {
    return [...this.#dialogs.values()];
  }

  close(): void {
    for (const dialog of this.#dialogs.values()) dialog.close();
    this.#dialogs.clear();
  }
}
