import { DAY_MS } from '#shared/time/durations.ts';
import type { Database } from '#server/db/database.ts';
import { AlertReader, type ReaderDeps } from './reading/alert-reader.ts';
import { KEPT_MS, type MailerDeps, sendMails } from './sending/mailer.ts';
import { expireHits } from './sending/queries.ts';
import { type SenderDeps, sendDue } from './sending/sender.ts';

export interface AlertsDeps extends Omit<ReaderDeps, 'database'>, SenderDeps, Omit<MailerDeps, 'database'> {
  readonly database: Database;
}

/** How soon changes that other processes wrote are read, and what is due is sent, in milliseconds. */
const POLL_MS = { postgres: 1000, embedded: 15_000 } as const;
/** Commits of so long are read together. */
const GATHER_COMMITS_MS = 300;
const EXPIRED_AT_ONCE = 5000;

/** Reads what changed, sends what is due, and sends the mails: beside the requests, one after the other. */
export class Alerts {
  readonly #deps: AlertsDeps;
  readonly #reader: AlertReader;
  readonly #end = new AbortController();
  #working: Promise<void> | undefined;
  #again = false;
  #timers: NodeJS.Timeout[] = [];
  #gathering: NodeJS.Timeout | undefined;
  #expiredOn = 0;

  constructor(deps: AlertsDeps) {
    this.#deps = deps;
    this.#reader = new AlertReader(deps);
  }

  /** Begins to follow the log: after each commit of this process, and from time to time for what others wrote. */
  start(): void {
    const { database } = this.#deps;
    database.commits.listen(() => this.#gather());
    this.#timers.push(setInterval(() => void this.wake(), POLL_MS[database.kind]));
  }

  /** Does all that there is to do now; settles when it is done. */
  wake(): Promise<void> {
    this.#again = true;
    this.#working ??= this.#work().finally(() => {
      this.#working = undefined;
    });
    return this.#working;
  }

  /** Settles when what is under way has come to a place where another process can go on. */
  async stop(): Promise<void> {
    this.#end.abort();
    clearTimeout(this.#gathering);
    for (const timer of this.#timers) clearInterval(timer);
    this.#timers = [];
    await this.#working;
  }

  #gather(): void {
    if (this.#end.signal.aborted) return;
    this.#gathering ??= setTimeout(() => {
      this.#gathering = undefined;
      void this.wake();
    }, GATHER_COMMITS_MS);
  }

  async #work(): Promise<void> {
    const { signal } = this.#end;
    while (this.#again && !signal.aborted) {
      this.#again = false;
      await this.#step(() => this.#reader.read(signal));
      await this.#step(() => sendDue(this.#deps, signal));
      await this.#step(() => sendMails(this.#deps, signal));
      await this.#step(() => this.#expire());
    }
  }

  /** What cannot be done now is done the next time; the others are not kept from theirs. */
  async #step(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!this.#end.signal.aborted) this.#deps.report(error);
    }
  }

  async #expire(): Promise<void> {
    const now = this.#deps.now().getTime();
    if (now - this.#expiredOn < DAY_MS) return;
    this.#expiredOn = now;
    while (await expireHits(this.#deps.db, new Date(now - KEPT_MS), EXPIRED_AT_ONCE));
  }
}
