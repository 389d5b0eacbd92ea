import type { BackFillProgress } from '#schemas/api/back-fills.ts';
import { readBackFills } from '#schemas/generated/api/back-fills.ts';
import type { Api } from '#client/lib/api.ts';
import { Loadable } from '#client/lib/loadable.ts';

/** Defaults that records of one object are still being given after a save. */
export class BackFillStore {
  readonly #fills: Loadable<readonly BackFillProgress[]>;

  constructor(api: Api, objectApiName: string) {
    this.#fills = new Loadable((signal) => api.call(readBackFills, { params: { objectApiName }, signal }));
  }

  get list(): readonly BackFillProgress[] {
    return this.#fills.value ?? [];
  }

  /** Asks how far they are: when the editor opens, and after each save. */
  read = (): Promise<void> => this.#fills.load();

  /** Asks again, as long as there are any. */
  follow = (): void => {
    if (this.list.length > 0) void this.#fills.refresh();
  };
}
