import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { Country } from '#schemas/api/passport.ts';
import { readCountries } from '#schemas/generated/api/passport.ts';
import type { Api } from '#client/lib/api.ts';

/** Shown until the list is there, and when it cannot be had. */
const MAINLAND: readonly Country[] = [{ code: '86', country: 'CN', label: '中国大陆' }];

/** Calling codes of countries, loaded when a user first opens the chooser. */
export class CountriesStore {
  list: readonly Country[] = MAINLAND;
  readonly #api: Api;
  #loading = false;

  constructor(api: Api) {
    this.#api = api;
    makeAutoObservable(this, { list: observableRef });
  }

  /** Loads the list once. Without it the mainland is still there, and the next opening tries again. */
  async load(): Promise<void> {
    if (this.#loading) return;
    this.#loading = true;
    try {
      const list = await this.#api.call(readCountries);
      runInAction(() => (this.list = list));
    } catch {
      this.#loading = false;
    }
  }

  /** Countries whose name, code or letters begin with or hold a text. */
  matching(text: string): readonly Country[] {
    const wanted = text.trim().toLowerCase().replace(/^\+/, '');
    if (wanted === '') return this.list;
    return this.list.filter(
      ({ code, country, label }) =>
        code.startsWith(wanted) || country.toLowerCase() === wanted || label.toLowerCase().includes(wanted),
    );
  }
}
