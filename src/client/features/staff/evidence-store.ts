import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { EvidenceMessage } from '#schemas/api/reports.ts';
import { readEvidence } from '#schemas/generated/api/reports.ts';
import type { Api } from '#client/lib/api.ts';
import { asFailure, type ApiFailure } from '#client/lib/api-failure.ts';

/** The messages that a report is about, once a member of staff asks for them. */
export class EvidenceStore {
  /** Undefined until they are there. */
  list: readonly EvidenceMessage[] | undefined;
  failure: ApiFailure | undefined;
  readonly #api: Api;
  readonly #id: string;

  constructor(api: Api, id: string) {
    this.#api = api;
    this.#id = id;
    makeAutoObservable(this, { list: observableRef, failure: observableRef }, { autoBind: true });
  }

  async load(): Promise<void> {
    this.failure = undefined;
    try {
      const { list } = await this.#api.call(readEvidence, { params: { id: this.#id } });
      runInAction(() => (this.list = list));
    } catch (thrown) {
      runInAction(() => (this.failure = asFailure(thrown)));
    }
  }
}
