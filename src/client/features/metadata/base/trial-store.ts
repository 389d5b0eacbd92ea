import { makeAutoObservable } from 'mobx';
import { listRecords, readRecord } from '#schemas/generated/api/records.ts';
import type { RecordRow } from '#schemas/api/records.ts';
import type { Api } from '#client/lib/api.ts';
import type { ApiFailure } from '#client/lib/api-failure.ts';
import { Loadable } from '#client/lib/loadable.ts';

/** Records that a rule is tried on at once. */
const TRIED = 5;

/** A few real records, the latest or those found by a keyword, on which rules are tried while they are written. */
export class TrialStore {
  keyword = '';
  readonly #found: Loadable<readonly RecordRow[]>;

  constructor(api: Api, objectApiName: string) {
    this.#found = new Loadable(async (signal) => {
      const keyword = this.keyword.trim();
      const body = { objectApiName, pageSize: TRIED, ...(keyword !== '' && { keyword }) };
      const { list } = await api.call(listRecords, { body, signal });
      const replies = await Promise.all(
        list.map(({ id }) => api.call(readRecord, { params: { objectApiName, id }, signal })),
      );
      return replies.map(({ record }) => record);
    });
    makeAutoObservable(this, {}, { autoBind: true });
  }

  get records(): readonly RecordRow[] | undefined {
    return this.#found.value;
  }

  get failure(): ApiFailure | undefined {
    return this.#found.failure;
  }

  search(keyword: string): void {
    this.keyword = keyword;
    this.load();
  }

  load(): void {
    this.#found.refresh().catch(() => undefined);
  }
}
