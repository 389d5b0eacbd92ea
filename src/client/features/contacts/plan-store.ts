import { makeAutoObservable } from 'mobx';
import type { Plan } from '#schemas/api/plans.ts';
import { readPlan, requestPlan } from '#schemas/generated/api/plans.ts';
import type { Api } from '#client/lib/api.ts';
import { Loadable } from '#client/lib/loadable.ts';

/** The business plan of one company, as far as this person may have it. */
export class PlanStore {
  readonly #plan: Loadable<Plan>;
  message = '';
  isAsking = false;
  readonly #api: Api;
  readonly #ccid: string;

  constructor(api: Api, ccid: string) {
    this.#api = api;
    this.#ccid = ccid;
    this.#plan = new Loadable(() => api.call(readPlan, { query: { ccid } }));
    makeAutoObservable(this);
  }

  /** Nothing is shown of a plan that cannot be asked about: the page is about the company. */
  get plan(): Plan | undefined {
    return this.#plan.failure ? undefined : this.#plan.value;
  }

  /** Is there something to say of a plan? */
  get isShown(): boolean {
    return this.plan?.hasBp === true || this.plan?.isMember === true;
  }

  /** Is it known that there is nothing to say? */
  get isNone(): boolean {
    return !this.isShown && (this.#plan.failure !== undefined || this.#plan.value !== undefined);
  }

  load = (): Promise<void> => this.#plan.load();

  ask = (isAsking: boolean): void => {
    this.isAsking = isAsking;
  };

  setMessage = (message: string): void => {
    this.message = message;
  };

  /** Sends the request to the founder. */
  request = async (): Promise<void> => {
    const body = { ccid: this.#ccid, message: this.message.trim() };
    this.#plan.set(await this.#api.call(requestPlan, { body }));
  };
}
