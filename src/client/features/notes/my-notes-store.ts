import { makeAutoObservable } from 'mobx';
import type { ListedNote, NoteScope } from '#schemas/api/notes.ts';
import { restoreNote, searchNotes } from '#schemas/generated/api/notes.ts';
import type { Api } from '#client/lib/api.ts';
import { Mutation } from '#client/lib/mutation.ts';
import { PagedList } from '#client/lib/paged-list.ts';

interface FoundNotes {
  readonly list: readonly ListedNote[];
  readonly after: string | null;
  readonly total: number;
  readonly limit: number;
}

/** Notes of a user on records of every kind, and what colleagues share. */
export class MyNotesStore {
  scope: NoteScope = 'own';
  /** What the notes that are shown were searched for. */
  keyword: string;
  readonly found: PagedList<ListedNote, FoundNotes>;
  readonly restoring = new Mutation();
  readonly #api: Api;

  constructor(api: Api, keyword = '') {
    this.#api = api;
    this.keyword = keyword.trim();
    this.found = new PagedList((after) => {
      const { scope, keyword } = this;
      const query = { scope, ...(keyword !== '' && { keyword }), ...(after !== undefined && { after }) };
      return api.call(searchNotes, { query });
    });
    makeAutoObservable(this, { found: false, restoring: false });
  }

  look = (scope: NoteScope): void => {
    this.scope = scope;
    this.#again();
  };

  search = (keyword: string): void => {
    this.keyword = keyword.trim();
    this.#again();
  };

  restore = async ({ id }: ListedNote): Promise<void> => {
    const request = () => this.#api.call(restoreNote, { params: { id }, body: {} });
    if (await this.restoring.run(request, undefined, id)) await this.found.load();
  };

  #again(): void {
    this.found.clear();
    void this.found.load();
  }
}
