import { makeAutoObservable } from 'mobx';
import type { ClaimableCompany } from '#schemas/api/identity-companies.ts';
import { suggestCompany } from '#schemas/generated/api/identity-companies.ts';
import type { Api } from '#client/lib/api.ts';
import type { ApiFailure } from '#client/lib/api-failure.ts';
import { Loadable } from '#client/lib/loadable.ts';

/** How long typing rests before the server is asked, in milliseconds. */
const REST_MS = 250;

/** Looks for the company that the user wants to claim. */
export class CompanySearchStore {
  word = '';
  readonly found: Loadable<readonly ClaimableCompany[]>;
  chosenId: string | undefined = undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(api: Api) {
    this.found = new Loadable(async () => {
      const wd = this.word.trim().slice(0, 60);
      return (await api.call(suggestCompany, { query: { wd } })).list;
    });
    makeAutoObservable(this, { found: false });
  }

  type = (word: string): void => {
    this.word = word;
    this.chosenId = undefined;
    clearTimeout(this.#timer);
    if (word.trim() === '') this.found.clear();
    else {
      this.found.stop();
      this.#timer = setTimeout(() => void this.found.refresh(), REST_MS);
    }
  };

  choose = (id: string): void => {
    this.chosenId = id;
  };

  /** The company that was chosen among those that were found. */
  get chosen(): ClaimableCompany | undefined {
    return this.found.value?.find(({ id }) => id === this.chosenId);
  }

  get failure(): ApiFailure | undefined {
    return this.found.failure;
  }

  /** Gives up what is asked for. */
  close(): void {
    clearTimeout(this.#timer);
    this.found.stop();
  }
}
