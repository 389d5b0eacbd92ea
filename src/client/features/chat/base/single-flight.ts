/** Work that never runs twice at once: asked for while it runs, it runs once more afterwards, for all who asked. */
export class SingleFlight<Result> {
  readonly #work: () => Promise<Result>;
  #running: Promise<Result> | undefined;
  #next: Promise<Result> | undefined;

  constructor(work: () => Promise<Result>) {
    this.#work = work;
  }

  /** Resolves when work that began after this call has ended; fails as the work fails. */
  run(): Promise<Result> {
    if (!this.#running) return this.#begin();
    this.#next ??= this.#running.then(this.#again, this.#again);
    return this.#next;
  }

  #again = (): Promise<Result> => {
    this.#next = undefined;
    return this.run();
  };

  #begin(): Promise<Result> {
    this.#running = this.#work().finally(() => (this.#running = undefined));
    return this.#running;
  }
}
