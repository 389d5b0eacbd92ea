import type { Database } from '#server/db/database.ts';
import { notify } from './queries.ts';

const CHANNEL = 'jingtu_account';

/**
 * Notifies every process that an account or its sessions changed, so that none answers from memory. Listeners receive
 * the account's id here and, on PostgreSQL, in each other process.
 */
export class AccountChanges {
  readonly #database: Database;
  readonly #listeners = new Set<(accountId: string | null) => void>();

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * Begins to listen to other processes; after a lost connection anything may have changed, which is reported as null.
   */
  async begin(): Promise<void> {
    await this.#database.listen(
      CHANNEL,
      async (accountId) => this.#notifyListeners(accountId),
      async () => this.#notifyListeners(null),
    );
  }

  /** Calls back with each account that changed; null means any of them. */
  onChange(listener: (accountId: string | null) => void): void {
    this.#listeners.add(listener);
  }

  /** Call after the change is committed: this process forgets at once, the others as soon as they are notified. */
  async announce(accountId: string): Promise<void> {
    this.#notifyListeners(accountId);
    if (this.#database.kind === 'postgres') await notify(this.#database.db, CHANNEL, accountId);
  }

  #notifyListeners(accountId: string | null): void {
    for (const listener of this.#listeners) listener(accountId);
  }
}
