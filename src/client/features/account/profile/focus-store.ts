import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { Focus } from '#schemas/api/profile.ts';
import { readFocus, saveFocus } from '#schemas/generated/api/profile.ts';
import type { Api } from '#client/lib/api.ts';
import { asFailure, type ApiFailure } from '#client/lib/api-failure.ts';

/** The record of what a person follows, which its own form edits. */
export class FocusStore {
  focus: Focus | undefined;
  failure: ApiFailure | undefined;
  isBeginning = false;
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
    makeAutoObservable(this, { focus: observableRef, failure: observableRef });
  }

  load = (): Promise<void> => this.#receive(() => this.#api.call(readFocus));

  /** Makes the record where there is none, empty. */
  begin = async (): Promise<void> => {
    if (this.isBeginning) return;
    this.isBeginning = true;
    await this.#receive(() => this.#api.call(saveFocus, { body: {} }));
    runInAction(() => (this.isBeginning = false));
  };

  async #receive(ask: () => Promise<Focus>): Promise<void> {
    this.failure = undefined;
    try {
      const focus = await ask();
      runInAction(() => (this.focus = focus));
    } catch (thrown) {
      runInAction(() => (this.failure = asFailure(thrown)));
    }
  }
}
