import { cancelLive, listStaffLives, type StaffLive } from '#schemas/api/lives.ts';
import type { Api } from '#client/lib/api.ts';
import { CaseStore } from './case-store.ts';
import { FilteredList } from './filtered-list.ts';
import { type KeepCover, LiveDraft } from './live-draft.ts';

/** Lives that staff announced, and the way to announce, change and cancel them. */
export class LiveDesk {
  readonly list: FilteredList<StaffLive, object>;
  readonly cases: CaseStore<StaffLive>;
  readonly #api: Api;
  readonly #keepCover: KeepCover;

  constructor(api: Api, keepCover: KeepCover) {
    this.#api = api;
    this.#keepCover = keepCover;
    this.list = new FilteredList((query) => api.call(listStaffLives, { query }));
    this.cases = new CaseStore((live) => this.#put(live));
  }

  cancel(id: string, reason: string): Promise<boolean> {
    return this.cases.act(id, () => this.#api.call(cancelLive, { params: { id }, body: { reason } }));
  }

  /** A live that is being written: a new one, or one that is there and changed. */
  write(before?: StaffLive): LiveDraft {
    const saved = (live: StaffLive) => (before ? this.#put(live) : void this.list.again());
    return new LiveDraft({ api: this.#api, keepCover: this.#keepCover, saved }, before);
  }

  #put(live: StaffLive): void {
    this.list.pages.put(({ id }) => id === live.id, live);
  }
}
