import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { CompanyState } from '#schemas/api/identity-companies.ts';
import { checkCompany, suggestCompany } from '#schemas/generated/api/identity-companies.ts';
import type { Api } from '#client/lib/api.ts';
import { asFailure, type ApiFailure } from '#client/lib/api-failure.ts';

/** How long typing rests before the server is asked, in milliseconds. */
const REST_MS = 250;

/** Looks for the company that the user wants to claim. */
export class CompanySearchStore {
  word = '';
  found: readonly { readonly id: string; readonly name: string; readonly hint: string }[] | undefined;
  /** The company that was chosen, and whether any user speaks for it. */
  chosen: CompanyState | undefined;
  failure: ApiFailure | undefined;
  readonly #api: Api;
  #turn = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(api: Api) {
    this.#api = api;
    makeAutoObservable(this, { found: observableRef, chosen: observableRef });
  }

  type = (word: string): void => {
    this.word = word;
    this.chosen = undefined;
    clearTimeout(this.#timer);
    const turn = (this.#turn += 1);
    if (word.trim() === '') {
      this.found = undefined;
      return;
    }
    this.#timer = setTimeout(() => void this.#ask(word, turn), REST_MS);
  };

  choose = async (name: string): Promise<void> => {
    const turn = (this.#turn += 1);
    try {
      const state = await this.#api.call(checkCompany, { query: { name } });
      if (turn === this.#turn) runInAction(() => (this.chosen = state));
    } catch (thrown) {
      runInAction(() => (this.failure = asFailure(thrown)));
    }
  };

  /** Nothing is asked any more. */
  close(): void {
    this.#turn += 1;
    clearTimeout(this.#timer);
  }

  async #ask(word: string, turn: number): Promise<void> {
    try {
      const { list } = await this.#api.call(suggestCompany, { query: { wd: word.trim().slice(0, 60) } });
      if (turn !== this.#turn) return;
      runInAction(() => {
        this.found = list;
        this.failure = undefined;
      });
    } catch (thrown) {
      if (turn === this.#turn) runInAction(() => (this.failure = asFailure(thrown)));
    }
  }
}
