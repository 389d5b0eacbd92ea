import type { LedgerLine } from '#schemas/api/coins.ts';
import { readBalance, readLedger } from '#schemas/generated/api/coins.ts';
import type { Api } from '#client/lib/api.ts';
import type { ApiFailure } from '#client/lib/api-failure.ts';
import { Loadable } from '#client/lib/loadable.ts';
import { PagedList } from '#client/lib/paged-list.ts';

/** The user’s coins and what moved them, newest first. */
export class LedgerStore {
  readonly balance;
  readonly lines: PagedList<LedgerLine>;

  constructor(api: Api) {
    this.balance = new Loadable(() => api.call(readBalance));
    this.lines = new PagedList((after) => api.call(readLedger, { query: after === undefined ? {} : { after } }));
  }

  get failure(): ApiFailure | undefined {
    return this.balance.failure ?? this.lines.failure;
  }

  load = async (): Promise<void> => {
    await Promise.all([this.balance.load(), this.lines.load()]);
  };
}
