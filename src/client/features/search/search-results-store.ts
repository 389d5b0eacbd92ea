import { makeAutoObservable } from 'mobx';
import type { FoundNotes, SearchGroup } from '#schemas/api/search.ts';
import { MAX_SEARCH_WORD, searchAll } from '#schemas/generated/api/search.ts';
import type { Api } from '#client/lib/api.ts';
import { Loadable } from '#client/lib/loadable.ts';

/** What every object has for one word. */
export class SearchResultsStore {
  word = '';
  readonly found: Loadable<{ readonly groups: readonly SearchGroup[]; readonly notes: FoundNotes }>;

  constructor(api: Api) {
    this.found = new Loadable(() => api.call(searchAll, { query: { wd: this.word } }));
    makeAutoObservable(this, { found: false });
  }

  /** Records found, and whether that is all of them. */
  get total(): { readonly count: number; readonly isExact: boolean; readonly isEstimate: boolean } {
    const groups = this.found.value?.groups ?? [];
    return {
      count: groups.reduce((sum, group) => sum + group.total, 0),
      isExact: groups.every((group) => group.totalIsExact),
      isEstimate: groups.some((group) => group.totalIsEstimate),
    };
  }

  /** Searches for a word; a blank one shows nothing. */
  search = async (word: string): Promise<void> => {
    this.word = word.trim().slice(0, MAX_SEARCH_WORD);
    this.found.clear();
    if (this.word !== '') await this.found.load();
  };
}
