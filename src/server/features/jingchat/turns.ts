import { Failure } from '#shared/errors.ts';

/** Waiting at most. */
const MAX_WAITING = 1000;

/** Lets so many work at the same time; the others wait, and begin in the order in which they came. */
export class Turns {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(atOnce: number) {
    this.#free = atOnce;
  }

  /** @throws Failure UNAVAILABLE where too many wait already. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else if (this.#waiting.length >= MAX_WAITING) throw new Failure('UNAVAILABLE', '同时提问的人太多，请稍后再试');
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free += 1;
    }
  }
}
