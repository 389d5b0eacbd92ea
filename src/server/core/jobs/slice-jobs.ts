/** Between two slices, for those who wait to change the object. */
const PAUSE_MS = 2;

/**
 * Goes through the records of objects slice by slice, beside everything else. A slice is a transaction that notes how far it
 * came, so that a process that dies, or another one beside it, goes on from there.
 */
export class SliceJobs {
  readonly #objectNames: () => readonly string[];
  readonly #slice: (apiName: string) => Promise<boolean>;
  readonly #wait: (milliseconds: number) => Promise<void>;
  #running: Promise<unknown> = Promise.resolve();
  #stopped = false;

  /** `slice` does the next one of an object; true while there may be more to do. */
  constructor(
    objectNames: () => readonly string[],
    slice: (apiName: string) => Promise<boolean>,
    wait: (milliseconds: number) => Promise<void>,
  ) {
    this.#objectNames = objectNames;
    this.#slice = slice;
    this.#wait = wait;
  }

  /** One slice of every object that is not complete: all there is to do where there are few records. */
  async begin(): Promise<void> {
    for (const apiName of this.#objectNames()) await this.#slice(apiName);
  }

  /** Does all that is missing, after what is running. */
  fill(): Promise<void> {
    const next = this.#running.then(async () => {
      for (const apiName of this.#objectNames()) {
        while (!this.#stopped && (await this.#slice(apiName))) await this.#wait(PAUSE_MS);
      }
    });
    this.#running = next.catch(() => undefined);
    return next;
  }

  /** Begins no further slice; settles when the one that is running is done. The next start goes on. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#running;
  }
}
