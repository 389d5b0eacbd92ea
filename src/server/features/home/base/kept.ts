import { MINUTE_MS } from '#shared/time/durations.ts';

/** What was read serves all users of a kind for so long, in milliseconds. */
const FRESH_MS = MINUTE_MS;
/** For so long it is given at once while it is read again. */
const STALE_MS = 30 * MINUTE_MS;
/** Entries at most; the oldest make room. */
const MOST = 500;

interface Entry<V> {
  readonly value: Promise<V>;
  /** When it was asked for, in milliseconds. */
  readonly at: number;
}

/** What many users are shown alike, read once in a while. A reading that fails is not kept. */
export class Kept<V> {
  readonly #entries = new Map<string, Entry<V>>();
  readonly #renewed = new Set<string>();
  readonly #now: () => Date;

  constructor(now: () => Date) {
    this.#now = now;
  }

  get(key: string, read: () => Promise<V>): Promise<V> {
    const entry = this.#entries.get(key);
    const age = entry && this.#now().getTime() - entry.at;
    if (entry && age !== undefined && age < STALE_MS) {
      if (age >= FRESH_MS) this.#renew(key, read);
      return entry.value;
    }
    return this.#set(key, read());
  }

  #set(key: string, value: Promise<V>): Promise<V> {
    const entry = { value, at: this.#now().getTime() };
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > MOST && oldest !== undefined) this.#entries.delete(oldest);
    value.catch(() => {
      if (this.#entries.get(key) === entry) this.#entries.delete(key);
    });
    return value;
  }

  /** The old value goes on serving until the new one is there; of a failure it is not the one to speak. */
  #renew(key: string, read: () => Promise<V>): void {
    if (this.#renewed.has(key)) return;
    this.#renewed.add(key);
    const value = read();
    value
      .then(
        () => void this.#set(key, value),
        () => undefined,
      )
      .finally(() => this.#renewed.delete(key))
      .catch(() => undefined);
  }
}
