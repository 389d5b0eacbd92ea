import type { SweepState } from '#server/platform/metrics/metrics.ts';

/** Work that is done again and again beside requests. What one run cannot do, the next one does. */
export interface Sweep {
  readonly name: string;
  /** Gives how much it took away, where it counts that. */
  readonly run: (now: Date) => Promise<unknown>;
}

export interface SweepsDeps {
  readonly now: () => Date;
  /** Hears of the first failure of each sweep after a success. */
  readonly fail: (name: string, error: unknown) => void;
  /** Hears of each sweep that took something away, and how much. */
  readonly swept?: (name: string, count: number) => void;
}

/** Runs sweeps and knows how each went. One that is still under way is not begun once more. */
export class Sweeps {
  readonly #deps: SweepsDeps;
  readonly #states = new Map<string, { succeededAt: number | undefined; failures: number; isFailing: boolean }>();
  readonly #underWay = new Set<string>();

  constructor(deps: SweepsDeps) {
    this.#deps = deps;
  }

  get states(): readonly SweepState[] {
    return [...this.#states].map(([name, { succeededAt, failures }]) => ({ name, succeededAt, failures }));
  }

  /** Runs these, each by itself; never throws. */
  async run(sweeps: readonly Sweep[]): Promise<void> {
    await Promise.all(sweeps.map((sweep) => this.#runOne(sweep)));
  }

  async #runOne({ name, run }: Sweep): Promise<void> {
    if (this.#underWay.has(name)) return;
    this.#underWay.add(name);
    const state = this.#states.get(name) ?? { succeededAt: undefined, failures: 0, isFailing: false };
    this.#states.set(name, state);
    try {
      const count = await run(this.#deps.now());
      if (typeof count === 'number' && count > 0) this.#deps.swept?.(name, count);
      state.succeededAt = this.#deps.now().getTime();
      state.isFailing = false;
    } catch (error) {
      state.failures += 1;
      if (!state.isFailing) this.#deps.fail(name, error);
      state.isFailing = true;
    } finally {
      this.#underWay.delete(name);
    }
  }
}
