import { setTimeout as wait } from 'node:timers/promises';
import { isSilent } from './away.ts';
import { CONNECT_MS, type ServerClient } from './server-client.ts';

/** Pause between two questions, in milliseconds. */
const ASK_MS = 1000;
/**
 * A database that leaves a trifle unanswered for so many ticks is frozen or cut off. Ticks, not a time: a process that was
 * itself held up counts one of them.
 */
const TICK_MS = 250;
const TICKS = 16;

export interface LivenessDeps {
  readonly connect: () => Promise<ServerClient>;
  /** What is asked; a trifle when absent. */
  readonly ask?: (client: ServerClient) => Promise<unknown>;
  /** Pause between two questions, in milliseconds; ASK_MS when absent. */
  readonly askMs?: number;
  /** A connection could not be made, or was lost. */
  readonly lost?: () => void;
  /** Breaks all connections of the process, which would wait without end: for so many milliseconds nothing was heard. */
  readonly cut: (silentMs: number) => void;
}

/**
 * Finds out that the database has stopped to answer without closing its connections, as a frozen machine or a cut cable
 * does: a statement would wait without end then. It asks a trifle over a connection of its own.
 */
export class Liveness {
  readonly #deps: LivenessDeps;
  readonly #closed = new AbortController();
  #client: ServerClient | undefined;
  #running: Promise<void> | undefined;

  constructor(deps: LivenessDeps) {
    this.#deps = deps;
  }

  begin(): void {
    this.#running ??= this.#watch();
  }

  async close(): Promise<void> {
    this.#closed.abort();
    this.#client?.cut();
    await this.#running;
  }

  async #watch(): Promise<void> {
    while (!this.#closed.signal.aborted) {
      try {
        this.#client ??= await this.#deps.connect();
        if (!(await this.#answers(this.#client))) this.#client = undefined;
      } catch (error) {
        this.#deps.lost?.();
        if (isSilent(error)) this.#deps.cut(CONNECT_MS);
      }
      await this.#pause(this.#deps.askMs ?? ASK_MS);
    }
    this.#client?.cut();
  }

  async #answers(client: ServerClient): Promise<boolean> {
    const { ask = (asked) => asked.query('select 1') } = this.#deps;
    const answered = ask(client).then(
      () => true,
      () => false,
    );
    let answer: boolean | undefined;
    for (let tick = 0; tick < TICKS && answer === undefined && !this.#closed.signal.aborted; tick += 1)
      answer = await Promise.race([answered, this.#pause(TICK_MS)]);
    if (answer === true) return true;
    client.cut();
    this.#deps.lost?.();
    if (answer === undefined && !this.#closed.signal.aborted) this.#deps.cut(TICK_MS * TICKS);
    return false;
  }

  /** An idle process may end meanwhile. */
  async #pause(milliseconds: number): Promise<undefined> {
    await wait(milliseconds, undefined, { ref: false, signal: this.#closed.signal }).catch(() => undefined);
    return undefined;
  }
}
