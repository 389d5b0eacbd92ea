import type { SentNotice } from '#schemas/api/notices.ts';
import { listSentNotices, withdrawNotice } from '#schemas/generated/api/notices.ts';
import type { Api } from '#client/lib/api.ts';
import { CaseStore } from './case-store.ts';
import { FilteredList } from './filtered-list.ts';
import { SendStore } from './send-store.ts';

/** Notices that staff sent, and the way to send and take them back. */
export class NoticeDesk {
  readonly list: FilteredList<SentNotice, object>;
  readonly cases: CaseStore<SentNotice>;
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
    this.list = new FilteredList((query) => api.call(listSentNotices, { query }));
    this.cases = new CaseStore((notice) => this.list.pages.put(({ id }) => id === notice.id, notice));
  }

  withdraw(id: string): Promise<boolean> {
    return this.cases.act(id, () => this.#api.call(withdrawNotice, { params: { id } }));
  }

  /** A notice that is being written; once it is sent it is on the list. */
  begin(): SendStore {
    return new SendStore(this.#api, () => void this.list.again());
  }
}
