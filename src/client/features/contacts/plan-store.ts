import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { Plan } from '#schemas/api/plans.ts';
import { readPlan, requestPlan } from '#schemas/generated/api/plans.ts';
import type { Api } from '#client/lib/api.ts';
import { asFailure } from '#client/lib/api-failure.ts';

/** The business plan of one company, as far as this person may have it. */
export class PlanStore {
  plan: Plan | undefined;
  message = '';
  isAsking = false;
  isBusy = false;
  /** Why the last request did not come about. */
  refusal: string | undefined;
  readonly #api: Api;
  readonly #ccid: string;

  constructor(api: Api, ccid: string) {
    this.#api = api;
    this.#ccid = ccid;
    makeAutoObservable(this, { plan: observableRef });
  }

  /** Nothing is shown of a plan that cannot be asked about: the page is about the company. */
  load = async (): Promise<void> => {
    try {
      const plan = await this.#api.call(readPlan, { query: { ccid: this.#ccid } });
      runInAction(() => (this.plan = plan));
    } catch {
      runInAction(() => (this.plan = undefined));
    }
  };

  ask = (isAsking: boolean): void => {
    this.isAsking = isAsking;
    this.refusal = undefined;
  };

  setMessage = (message: string): void => {
    this.message = message;
  };

  /** True when the request is on its way to the founder. */
  request = async (): Promise<boolean> => {
    if (this.isBusy) return false;
    this.isBusy = true;
    this.refusal = undefined;
    try {
      const body = { ccid: this.#ccid, message: this.message.trim() };
      const plan = await this.#api.call(requestPlan, { body });
      runInAction(() => {
        this.plan = plan;
        this.isAsking = false;
      });
      return true;
    } catch (thrown) {
      runInAction(() => (this.refusal = asFailure(thrown).message));
      return false;
    } finally {
      runInAction(() => (this.isBusy = false));
    }
  };
}
