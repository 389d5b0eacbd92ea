import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { readHistory } from '#schemas/generated/api/records.ts';
import type { FieldValue } from '#schemas/metadata/value.ts';
import type { Api } from './api.ts';
import { asFailure, type ApiFailure } from './api-failure.ts';

/** One change of one field. */
export interface FieldChange {
  readonly version: number;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly actor: string;
  readonly origin: string;
  readonly before: FieldValue;
  readonly after: FieldValue;
}

/** What became of one field of one record, newest first. */
export class FieldHistoryStore {
  changes: readonly FieldChange[] | undefined;
  failure: ApiFailure | undefined;
  readonly #api: Api;
  readonly #params: { readonly objectApiName: string; readonly id: string };
  readonly #field: string;

  constructor(api: Api, objectApiName: string, id: string, field: string) {
    this.#api = api;
    this.#params = { objectApiName, id };
    this.#field = field;
    makeAutoObservable(this, { changes: observableRef, failure: observableRef }, { autoBind: true });
  }

  async load(): Promise<void> {
    this.failure = undefined;
    try {
      const entries = await this.#api.call(readHistory, { params: this.#params, query: { field: this.#field } });
      const changes = entries.flatMap(({ version, at, actor, origin, changes: all }) =>
        all
          .filter((change) => change.field === this.#field)
          .map((change) => ({
            version,
            at,
            actor,
            origin,
            before: change.before as FieldValue,
            after: change.after as FieldValue,
          })),
      );
      runInAction(() => (this.changes = changes));
    } catch (thrown) {
      runInAction(() => (this.failure = asFailure(thrown)));
    }
  }
}
