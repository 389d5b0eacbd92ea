import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';

/** Pause before a lost connection is opened again. */
const REOPEN_MS = 500;

export interface ListenerOptions {
  /** Connects to the server that takes writes: a standby hears nothing. */
  readonly connect: () => Promise<pg.Client>;
  readonly channel: string;
  readonly receive: (payload: string) => Promise<void>;
  /** Called when the connection is back after it was lost. */
  readonly catchUp: () => Promise<void>;
}

/** Follows the notifications of a PostgreSQL channel for as long as it is open, across lost connections. */
export class Listener {
  readonly #options: ListenerOptions;
  #client: pg.Client | undefined;
  #closed = false;

  constructor(options: ListenerOptions) {
    this.#options = options;
  }

  /** Connects. @throws when the database cannot be reached the first time. */
  async open(): Promise<void> {
    const { connect, channel, receive } = this.#options;
    const client = await connect();
    // A hint that cannot be followed is made good by the next one, or by the version that every write asks for.
    client.on('notification', (message) => void receive(message.payload ?? '').catch(() => undefined));
    this.#client = client;
    await client.query(`listen ${client.escapeIdentifier(channel)}`);
    if (this.#closed) await client.end();
    else client.once('end', () => void this.#reopen());
  }

  async #reopen(): Promise<void> {
    while (!this.#closed) {
      await wait(REOPEN_MS);
      if (this.#closed) return;
      try {
        await this.open();
      } catch {
        continue;
      }
      // When this fails the connection has gone again, and so will be caught up with again.
      return this.#options.catchUp().catch(() => undefined);
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#client?.end();
  }
}
