import { makeAutoObservable } from 'mobx';
import type { CompanyState } from '#schemas/api/identity-companies.ts';
import { checkCompany, suggestCompany } from '#schemas/generated/api/identity-companies.ts';
import type { ReplyOf } from '#schemas/api/route.ts';
import type { Api } from '#client/lib/api.ts';
import type { ApiFailure } from '#client/lib/api-failure.ts';
import { Loadable } from '#client/lib/loadable.ts';

/** How long typing rests before the server is asked, in milliseconds. */
const REST_MS = 250;

/** Looks for the company that the user wants to claim. */
export class CompanySearchStore {
  word = '';
  readonly found: Loadable<ReplyOf<typeof suggestCompany>['list']>;
  /** The company that was chosen, and whether any user speaks for it. */
  readonly chosen: Loadable<CompanyState, [name: string]>;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(api: Api) {
    this.found = new Loadable(async () => {
      const wd = this.word.trim().slice(0, 60);
      return (await api.call(suggestCompany, { query: { wd } })).list;
    });
    this.chosen = new Loadable((_signal, name) => api.call(checkCompany, { query: { name } }));
    makeAutoObservable(this, { found: false, chosen: false });
  }

  type = (word: string): void => {
    this.word = word;
    this.chosen.clear();
    clearTimeout(this.#timer);
    if (word.trim() === '') this.found.clear();
    else {
      this.found.stop();
      this.#timer = setTimeout(() => void this.found.refresh(), REST_MS);
    }
  };

  choose = (name: string): Promise<void> => {
    this.found.stop();
    return this.chosen.load(name);
  };

  get failure(): ApiFailure | undefined {
    return this.chosen.failure ?? this.found.failure;
  }

  /** Gives up what is asked for. */
  close(): void {
    clearTimeout(this.#timer);
    this.found.stop();
    this.chosen.stop();
  }
}
