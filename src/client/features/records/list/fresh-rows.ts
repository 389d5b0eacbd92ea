import { makeAutoObservable, observable, runInAction } from 'mobx';
import type { RecordRow } from '#schemas/api/records.ts';

/** Records that belong to a list and were added since it was asked for. */
export class FreshRows {
  readonly #ids = observable.set<string>([], { deep: false });
  /** Answers to what was asked before the list was asked for again come too late. */
  #turn = 0;
  readonly #ask: (ids: string[]) => Promise<readonly RecordRow[]>;
  readonly #isHere: (id: string) => boolean;

  /** `ask` gives those of some records that belong to the list. */
  constructor(ask: (ids: string[]) => Promise<readonly RecordRow[]>, isHere: (id: string) => boolean) {
    this.#ask = ask;
    this.#isHere = isHere;
    makeAutoObservable(this);
  }

  get count(): number {
    return this.#ids.size;
  }

  /** Looks which of these new records belong to the list. */
  async find(created: readonly string[]): Promise<void> {
    const turn = this.#turn;
    const ids = created.filter((id) => !this.#ids.has(id) && !this.#isHere(id));
    if (ids.length === 0) return;
    try {
      const found = (await this.#ask(ids)).map(({ id }) => id);
      runInAction(() => {
        if (turn === this.#turn) for (const id of found) this.#ids.add(id);
      });
    } catch {
      // The rows on screen stay good without the word that there are more.
    }
  }

  clear(): void {
    this.#turn += 1;
    this.#ids.clear();
  }
}
