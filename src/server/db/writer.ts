/**
 * How long requests go on looking for a server that takes writes after the last one was lost, in milliseconds. With the
 * last attempt, which may take three seconds, none waits for more than ten.
 */
const PATIENCE_MS = 7000;

/** How a connection to the server that takes writes went. */
export type WriterState = 'away' | 'back';

/** One address for each server that an address names: hosts may have commas between (`postgres://user@a:5432,b:5432/jingtu`). */
export function serversOf(address: string): readonly string[] {
  const parts = /^([a-z]+:\/\/(?:[^@/]*@)?)([^/?]*)(.*)$/i.exec(address);
  if (!parts) return [address];
  const [, before = '', hosts = '', after = ''] = parts;
  return hosts.split(',').map((host) => `${before}${host}${after}`);
}

/**
 * Where the server is that takes writes. PostgreSQL says with each connection whether it is a standby; one that is, or
 * that cannot be reached, makes the next connection try the next server.
 */
export class Writer {
  readonly #servers: readonly string[];
  readonly #clock: () => number;
  readonly #listeners = new Set<(state: WriterState) => void>();
  #at = 0;
  #wasFound = false;
  #awaySince: number | undefined;
  /** Since when a server has been silent, where none was found yet. */
  #silentSince: number | undefined;

  /** @param clock milliseconds of a clock that only goes forward */
  constructor(address: string, clock: () => number) {
    this.#servers = serversOf(address);
    this.#clock = clock;
  }

  get count(): number {
    return this.#servers.length;
  }

  /** The server to be tried now. */
  get address(): string {
    return this.#servers[this.#at] ?? '';
  }

  /** Calls back when the writer is lost, and when one is there again. */
  listen(hear: (state: WriterState) => void): void {
    this.#listeners.add(hear);
  }

  /**
   * A connection to this server could not be made, is lost, or leads to a standby.
   * @param silentMs for how long it had not answered by then
   */
  refused(address: string, silentMs = 0): void {
    // Many connections fail together: only the first of them leads on to the next server.
    if (address === this.address) this.#at = (this.#at + 1) % this.#servers.length;
    if (!this.#wasFound && silentMs > 0) this.#silentSince ??= this.#clock() - silentMs;
    if (this.#awaySince !== undefined || !this.#wasFound) return;
    this.#awaySince = this.#clock() - silentMs;
    this.#say('away');
  }

  /** A new connection leads to a server that takes writes. */
  found(): void {
    this.#wasFound = true;
    this.#silentSince = undefined;
    if (this.#awaySince === undefined) return;
    this.#awaySince = undefined;
    this.#say('back');
  }

  /**
   * Should a request go on looking for the writer? Not at a start where every server refused, as a wrong address is to be
   * said at once, and not when requests have waited for long enough. A server that was silent may have answered a process
   * that had no turn to read it.
   */
  get isWorthWaiting(): boolean {
    const since = this.#awaySince ?? this.#silentSince;
    return since !== undefined && this.#clock() - since < PATIENCE_MS;
  }

  #say(state: WriterState): void {
    for (const hear of this.#listeners) hear(state);
  }
}
