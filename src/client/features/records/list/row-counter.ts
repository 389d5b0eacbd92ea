import { makeAutoObservable, runInAction } from 'mobx';
import type { ListQuery } from '#schemas/api/records.ts';
import { countRecords } from '#schemas/generated/api/records.ts';
import type { Api } from '#client/lib/api.ts';
import { rowCountOf, type RowWindow } from '#client/features/records/base/row-window.ts';

/** What is counted: the question that is on screen, and whether it still is the one of a turn. */
interface Counted {
  readonly query: () => ListQuery;
  readonly turn: () => number;
}

/** Counts the rows of a list, and all of them where it is asked to. */
export class RowCounter {
  isCounting = false;
  readonly #api: Api;
  readonly #rows: RowWindow;
  readonly #of: Counted;

  constructor(api: Api, rows: RowWindow, of: Counted) {
    this.#api = api;
    this.#rows = rows;
    this.#of = of;
    makeAutoObservable(this);
  }

  /** Counts every matching row, however many there are. */
  exactly = async (): Promise<void> => {
    if (this.isCounting) return;
    this.isCounting = true;
    await this.#count(this.#of.turn(), true);
    runInAction(() => (this.isCounting = false));
  };

  /** Counts as far as is quick, unless the rows brought that along, then all of them. */
  inBackground = async (turn: number): Promise<void> => {
    if (!this.#rows.counted) await this.#count(turn);
    if (turn === this.#of.turn() && this.#rows.count?.isExact !== true) await this.#count(turn, true);
  };

  async #count(turn: number, exact = false): Promise<void> {
    const { objectApiName, filter, keyword } = this.#of.query();
    try {
      const given = { ...(filter !== undefined && { filter }), ...(keyword && { keyword }) };
      const reply = await this.#api.call(countRecords, { body: { objectApiName, exact, ...given } });
      if (turn === this.#of.turn()) runInAction(() => (this.#rows.counted = rowCountOf(reply)));
    } catch {
      // A list without its count is still a list.
    }
  }
}
