import { Failure } from './errors.ts';

/** Gathers what several readers refuse, so that the operator who mends it learns all of it at once. */
export class Complaints {
  readonly #lines: string[] = [];

  /** What a reader gives; undefined where it refused with words. Any other error is a fault and goes on. */
  from<T>(read: () => T): T | undefined {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      this.add(error.message);
      return undefined;
    }
  }

  add(words: string): void {
    this.#lines.push(words);
  }

  /** @throws Failure UNAVAILABLE with a line for each complaint, where there is one */
  refuse(): void {
    if (this.#lines.length > 0) throw new Failure('UNAVAILABLE', this.#lines.join('\n'));
  }
}
