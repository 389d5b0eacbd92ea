/** Between two slices, for those who wait to change the object. */
const PAUSE_MS = 2;

/**
 * Goes through the records of objects, or through other work that has names, slice by slice and beside everything else. A
 * slice is a transaction that notes how far it came, so that a process that dies, or another one beside it, goes on from
 * there.
 */
export class SliceJobs {
  readonly #names: () => readonly string[] | Promise<readonly string[]>;
  readonly #slice: (name: string) => Promise<boolean>;
  readonly #wait: (milliseconds: number) => Promise<void>;
  #running: Promise<unknown> = Promise.resolve();
  #stopped = false;

  /** `slice` does the next one of an object, or of what else `names` names; true while there may be more to do. */
  constructor(
    names: () => readonly string[] | Promise<readonly string[]>,
    slice: (name: string) => Promise<boolean>,
    wait: (milliseconds: number) => Promise<void>,
  ) {
    this.#names = names;
    this.#slice = slice;
    this.#wait = wait;
  }

  /** One slice of everything that is not complete: all there is to do where there are few records. */
  async begin(): Promise<void> {
    for (const name of await this.#names()) await this.#slice(name);
  }

  /** Does all that is missing, after what is running. */
  fill(): Promise<void> {
    const next = this.#running.then(async () => {
      for (const name of await this.#names()) {
        while (!this.#stopped && (await this.#slice(name))) await this.#wait(PAUSE_MS);
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
