import { makeAutoObservable, runInAction } from 'mobx';
import { verifyEmail } from '#schemas/generated/api/identity-email.ts';
import type { Api } from '#client/lib/api.ts';
import { asFailure, type ApiFailure } from '#client/lib/api-failure.ts';

/** The proof of a mail address by the token of a link. */
export class VerifyEmailStore {
  /** The organisation whose address is proved now. */
  orgName: string | undefined;
  failure: ApiFailure | undefined;
  isBusy = false;
  readonly #api: Api;
  readonly #token: string;

  constructor(api: Api, token: string) {
    this.#api = api;
    this.#token = token;
    makeAutoObservable(this);
  }

  confirm = async (): Promise<void> => {
    if (this.isBusy) return;
    this.isBusy = true;
    this.failure = undefined;
    try {
      const { orgName } = await this.#api.call(verifyEmail, { query: { token: this.#token } });
      runInAction(() => (this.orgName = orgName));
    } catch (thrown) {
      runInAction(() => (this.failure = asFailure(thrown)));
    } finally {
      runInAction(() => (this.isBusy = false));
    }
  };
}
