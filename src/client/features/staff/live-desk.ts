import type { StaffLivestream } from '#schemas/api/livestreams.ts';
import { cancelLivestream, listStaffLivestreams } from '#schemas/generated/api/livestreams.ts';
import type { Api } from '#client/lib/api.ts';
import { CaseStore } from './case-store.ts';
import { FilteredList } from './filtered-list.ts';
import { type KeepCover, LiveDraft } from './live-draft.ts';

/** Livestreams that staff announced, and the way to announce, change and cancel them. */
export class LivestreamAdmin {
  readonly list: FilteredList<StaffLivestream, object>;
  readonly cases: CaseStore<StaffLivestream>;
  readonly #api: Api;
  readonly #keepCover: KeepCover;

  constructor(api: Api, keepCover: KeepCover) {
    this.#api = api;
    this.#keepCover = keepCover;
    this.list = new FilteredList((query) => api.call(listStaffLivestreams, { query }));
    this.cases = new CaseStore((live) => this.#put(live));
  }

  cancel(id: string, reason: string): Promise<boolean> {
    return this.cases.act(id, () => this.#api.call(cancelLivestream, { params: { id }, body: { reason } }));
  }

  /** A livestream that is being written: a new one, or one that is there and changed. */
  write(before?: StaffLivestream): LiveDraft {
    const saved = (live: StaffLivestream) => (before ? this.#put(live) : void this.list.again());
    return new LiveDraft({ api: this.#api, keepCover: this.#keepCover, saved }, before);
  }

  #put(live: StaffLivestream): void {
    this.list.pages.put(({ id }) => id === live.id, live);
  }
}
