const RETRY_MS = 1000;

interface QueueDeps {
  /** Takes the lock under which one process works; undefined while another has it. */
  readonly lock: () => Promise<(() => Promise<void>) | undefined>;
  /** Called under the lock before the first job: what still says it runs has lost its process. */
  readonly recover?: () => Promise<void>;
  /** Does the job that is next; false when none waits. */
  readonly next: () => Promise<boolean>;
  /** Receives faults that are no one's failure. */
  readonly onFault: (error: unknown) => void;
}

/** Jobs that wait in the database, done one at a time by the process that has the lock. */
export class JobQueue {
  readonly #deps: QueueDeps;
  #working: Promise<void> | undefined;
  #again = false;
  #closed = false;
  #retry: ReturnType<typeof setTimeout> | undefined;

  constructor(deps: QueueDeps) {
    this.#deps = deps;
  }

  get isWorking(): boolean {
    return this.#working !== undefined;
  }

  get isClosed(): boolean {
    return this.#closed;
  }

  /** Sees to the queue. Resolves when there is nothing more to do here. */
  wake(): Promise<void> {
    this.#again = true;
    this.#working ??= this.#work()
      .catch((error: unknown) => this.#deps.onFault(error))
      .finally(() => {
        this.#working = undefined;
      });
    return this.#working;
  }

  /** Begins no further job; settles when the one at hand has ended, which `stop` asks it to. */
  async close(stop: () => void): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#retry);
    stop();
    await this.#working;
  }

  async #work(): Promise<void> {
    const { lock, recover, next } = this.#deps;
    while (this.#again && !this.#closed) {
      this.#again = false;
      const unlock = await lock();
      if (!unlock) return this.#tryLater();
      try {
        await recover?.();
        while (!this.#closed && (await next()));
      } finally {
        await unlock();
      }
    }
  }

  #tryLater(): void {
    clearTimeout(this.#retry);
    if (!this.#closed) this.#retry = setTimeout(() => void this.wake(), RETRY_MS).unref();
  }
}
