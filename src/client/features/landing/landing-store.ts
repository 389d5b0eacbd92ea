import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { Landing } from '#schemas/api/landing.ts';
import { readLanding } from '#schemas/generated/api/landing.ts';
import type { Api } from '#client/lib/api.ts';
import { asFailure, type ApiFailure } from '#client/lib/api-failure.ts';

/** What the landing page shows of the data. */
export class LandingStore {
  landing: Landing | undefined;
  failure: ApiFailure | undefined;
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
    makeAutoObservable(this, { landing: observableRef });
  }

  async load(): Promise<void> {
    this.failure = undefined;
    try {
      const landing = await this.#api.call(readLanding);
      runInAction(() => (this.landing = landing));
    } catch (thrown) {
      runInAction(() => (this.failure = asFailure(thrown)));
    }
  }
}
