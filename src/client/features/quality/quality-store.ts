import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { QualityReply } from '#schemas/api/quality.ts';
import { checkQuality, readQuality } from '#schemas/generated/api/quality.ts';
import type { Api } from '#client/lib/api.ts';
import { asFailure } from '#client/lib/api-failure.ts';
import { Loadable } from '#client/lib/loadable.ts';

/** The figures of the quality page. */
export class QualityStore {
  readonly quality: Loadable<QualityReply>;
  isChecking = false;
  /** Why the check could not begin. */
  refusal: string | undefined;
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
    this.quality = new Loadable(() => api.call(readQuality));
    makeAutoObservable(this, { quality: false, refusal: observableRef }, { autoBind: true });
  }

  /** Has all records gone over, and shows what is known once the server has begun. */
  async check(): Promise<void> {
    if (this.isChecking) return;
    this.isChecking = true;
    this.refusal = undefined;
    try {
      await this.#api.call(checkQuality);
      await this.quality.refresh();
    } catch (thrown) {
      const { message } = asFailure(thrown);
      runInAction(() => (this.refusal = message));
    } finally {
      runInAction(() => (this.isChecking = false));
    }
  }
}
