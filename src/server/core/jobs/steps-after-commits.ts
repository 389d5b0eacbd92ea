import type { Database } from '#server/db/database.ts';

type Step = (signal: AbortSignal) => Promise<void>;

interface StepsDeps {
  readonly database: Pick<Database, 'commits' | 'kind'>;
  /** How often it looks for what other processes wrote and for what is due by now, in milliseconds. */
  readonly pollMs: Readonly<Record<Database['kind'], number>>;
  /** What is to be done, one after the other. A step settles soon after the signal. */
  readonly steps: readonly Step[];
  readonly report: (error: unknown) => void;
}

/** Commits of so long are answered together. */
const GATHER_COMMITS_MS = 300;

/** A step that is done at most once in so long, the first time at once. */
export function notOftenerThan(milliseconds: number, now: () => Date, step: Step): Step {
  let done = -Infinity;
  return async (signal) => {
    const at = now().getTime();
    if (at - done < milliseconds) return;
    done = at;
    await step(signal);
  };
}

/** Work that follows what is written: after each commit of this process and from time to time, beside the requests. */
export class StepsAfterCommits {
  readonly #deps: StepsDeps;
  readonly #end = new AbortController();
  #working: Promise<void> | undefined;
  #again = false;
  #timer: NodeJS.Timeout | undefined;
  #gathering: NodeJS.Timeout | undefined;

  constructor(deps: StepsDeps) {
    this.#deps = deps;
  }

  start(): void {
    const { database, pollMs } = this.#deps;
    database.commits.listen(() => this.#gather());
    this.#timer = setInterval(() => void this.wake(), pollMs[database.kind]);
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
    clearInterval(this.#timer);
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
      for (const step of this.#deps.steps) await this.#step(step);
    }
  }

  /** What cannot be done now is done the next time; the others are not kept from theirs. */
  async #step(step: Step): Promise<void> {
    try {
      await step(this.#end.signal);
    } catch (error) {
      if (!this.#end.signal.aborted) this.#deps.report(error);
    }
  }
}
