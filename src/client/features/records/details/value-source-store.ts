import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { Provenance } from '#schemas/api/corrections.ts';
import { readProvenance } from '#schemas/generated/api/corrections.ts';
import type { Api } from '#client/lib/api.ts';
import { asFailure, type ApiFailure } from '#client/lib/api-failure.ts';

/** Where one value of one record comes from; asked for when somebody wants to know. */
export class ValueSourceStore {
  provenance: Provenance | undefined;
  failure: ApiFailure | undefined;
  readonly #api: Api;
  readonly #params: { readonly objectApiName: string; readonly id: string };
  readonly #field: string;

  constructor(api: Api, objectApiName: string, id: string, field: string) {
    this.#api = api;
    this.#params = { objectApiName, id };
    this.#field = field;
    makeAutoObservable(this, { provenance: observableRef, failure: observableRef });
  }

  load = async (): Promise<void> => {
    this.failure = undefined;
    try {
      const provenance = await this.#api.call(readProvenance, { params: this.#params, query: { field: this.#field } });
      runInAction(() => (this.provenance = provenance));
    } catch (thrown) {
      runInAction(() => (this.failure = asFailure(thrown)));
    }
  };
}
