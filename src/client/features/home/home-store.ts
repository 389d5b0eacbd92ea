import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { listRecords, type ListReply } from '#schemas/api/records.ts';
import type { Api } from '#client/lib/api.ts';
import { asFailure, type ApiFailure } from '#client/lib/api-failure.ts';

const SHOWN_ROWS = 8;

/** The first rows of one list, in the order its layout gives. */
export class LatestStore {
  readonly objectApiName: string;
  reply: ListReply | undefined;
  failure: ApiFailure | undefined;
  readonly #api: Api;

  constructor(api: Api, objectApiName: string) {
    this.#api = api;
    this.objectApiName = objectApiName;
    makeAutoObservable(this, { reply: observableRef });
  }

  load = async (): Promise<void> => {
    this.failure = undefined;
    try {
      const reply = await this.#api.call(listRecords, {
        body: { objectApiName: this.objectApiName, pageSize: SHOWN_ROWS },
      });
      runInAction(() => (this.reply = reply));
    } catch (thrown) {
      runInAction(() => (this.failure = asFailure(thrown)));
    }
  };
}
