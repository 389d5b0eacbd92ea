import type { Clock } from '#client/lib/clock.ts';

/** A clock that does not move until the test lets time pass. */
export class TestClock implements Clock {
  #time = 0;
  readonly #due = new Set<{ readonly at: number; readonly work: () => void }>();

  now = (): number => this.#time;

  after = (milliseconds: number, work: () => void): (() => void) => {
    const entry = { at: this.#time + milliseconds, work };
    this.#due.add(entry);
    return () => this.#due.delete(entry);
  };

  /** How much is still to be called back. */
  get waiting(): number {
    return this.#due.size;
  }

  /** Lets time pass; what falls due is called in its order, and answers that it waits for arrive. */
  async pass(milliseconds: number): Promise<void> {
    const until = this.#time + milliseconds;
    for (;;) {
      const [next] = [...this.#due].filter(({ at }) => at <= until).toSorted((left, right) => left.at - right.at);
      if (!next) break;
      this.#due.delete(next);
      this.#time = next.at;
      next.work();
      await settled();
    }
    this.#time = until;
    await settled();
  }
}

/** Lets every promise that can go on do so. */
export const settled = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });
