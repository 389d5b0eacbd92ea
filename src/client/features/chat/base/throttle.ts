import type { Clock } from '#client/lib/clock.ts';

/** Lets something happen at most once in a while. */
export class Throttle {
  readonly #clock: Clock;
  readonly #milliseconds: number;
  #until = Number.NEGATIVE_INFINITY;
  #cancel: () => void = () => undefined;

  constructor(clock: Clock, milliseconds: number) {
    this.#clock = clock;
    this.#milliseconds = milliseconds;
  }

  /** Does it, unless something was done just now. */
  first(work: () => void): void {
    if (this.#clock.now() >= this.#until) this.#do(work);
  }

  /** Does it now, or at the end of the while; of several only the last one. */
  firstAndLast(work: () => void): void {
    this.cancel();
    const wait = this.#until - this.#clock.now();
    if (wait <= 0) this.#do(work);
    else this.#cancel = this.#clock.after(wait, () => this.#do(work));
  }

  /** Gives up what is still to be done. */
  cancel(): void {
    this.#cancel();
    this.#cancel = () => undefined;
  }

  #do(work: () => void): void {
    this.#until = this.#clock.now() + this.#milliseconds;
    work();
  }
}
