import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { SearchGroup } from '#schemas/api/search.ts';
import { MAX_SEARCH_WORD, searchAll } from '#schemas/generated/api/search.ts';
import type { Api } from '#client/lib/api.ts';
import { asFailure, type ApiFailure } from '#client/lib/api-failure.ts';

/** What every object has for one word. */
export class SearchResultsStore {
  word = '';
  groups: readonly SearchGroup[] | undefined;
  failure: ApiFailure | undefined;
  readonly #api: Api;
  #turn = 0;

  constructor(api: Api) {
    this.#api = api;
    makeAutoObservable(this, { groups: observableRef, failure: observableRef });
  }

  /** Records found, and whether that is all of them. */
  get total(): { readonly count: number; readonly isExact: boolean; readonly isEstimate: boolean } {
    const groups = this.groups ?? [];
    return {
      count: groups.reduce((sum, group) => sum + group.total, 0),
      isExact: groups.every((group) => group.totalIsExact),
      isEstimate: groups.some((group) => group.totalIsEstimate),
    };
  }

  /** Searches for a word; a blank one shows nothing. */
  search = async (word: string): Promise<void> => {
    const turn = ++this.#turn;
    this.word = word.trim().slice(0, MAX_SEARCH_WORD);
    this.groups = undefined;
    this.failure = undefined;
    if (this.word === '') return;
    try {
      const { groups } = await this.#api.call(searchAll, { query: { wd: this.word } });
      if (turn === this.#turn) runInAction(() => (this.groups = groups));
    } catch (thrown) {
      if (turn === this.#turn) runInAction(() => (this.failure = asFailure(thrown)));
    }
  };
}
