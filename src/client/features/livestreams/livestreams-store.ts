import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { Livestream } from '#schemas/api/livestreams.ts';
import { listLivestreams, LIVE_PAGE_SIZE, saveFollow } from '#schemas/generated/api/livestreams.ts';
import type { Api } from '#client/lib/api.ts';
import { asFailure } from '#client/lib/api-failure.ts';
import type { StreamEvent } from '#client/lib/events.ts';
import { PagedList } from '#client/lib/paged-list.ts';

export interface LivestreamsDeps {
  readonly api: Api;
  /** Called when the user follows a livestream or no longer, as one of these may be on air. */
  readonly followed: () => void;
}

/** Livestreams, all or the ones that are followed, and the way to follow them. */
export class LivestreamsStore {
  readonly pages: PagedList<Livestream>;
  isFollowedOnly: boolean | undefined;
  /** Livestreams whose following is on its way. */
  busy: ReadonlySet<string> = new Set();
  /** Why the last press came to nothing. */
  refusal: { readonly id: string; readonly message: string } | undefined;
  readonly #parts: LivestreamsDeps;

  constructor(parts: LivestreamsDeps) {
    this.#parts = parts;
    this.pages = new PagedList((after) => this.#ask(after));
    makeAutoObservable(this, { pages: false, busy: observableRef, refusal: observableRef }, { autoBind: true });
  }

  /** Reads the first page of all livestreams, or of those followed. */
  async show(isFollowedOnly: boolean): Promise<void> {
    this.isFollowedOnly = isFollowedOnly;
    this.refusal = undefined;
    this.pages.clear();
    await this.pages.load();
  }

  /** Follows a livestream, or no longer; the list shows what the server says then. */
  async follow({ id, followed }: Livestream): Promise<void> {
    if (this.busy.has(id)) return;
    this.busy = new Set([...this.busy, id]);
    this.refusal = undefined;
    try {
      const live = await this.#parts.api.call(saveFollow, { body: { id, action: followed ? 0 : 1 } });
      runInAction(() => this.pages.put((entry) => entry.id === id, live));
      this.#parts.followed();
    } catch (thrown) {
      runInAction(() => (this.refusal = { id, message: asFailure(thrown).message }));
    } finally {
      runInAction(() => (this.busy = new Set([...this.busy].filter((other) => other !== id))));
    }
  }

  /** A livestream may have been announced, moved or called off: the first page is read again. */
  receive(event: StreamEvent): void {
    if (event.type !== 'notice.changed' && event.type !== 'stream.opened') return;
    const { list } = this.pages;
    if (!list) return;
    if (list.length <= LIVE_PAGE_SIZE) void this.pages.load();
    else void this.#renew();
  }

  /** For a reader who has gone on to older pages: what is on screen keeps its place. */
  async #renew(): Promise<void> {
    try {
      const { list } = await this.#ask(undefined);
      runInAction(() => {
        for (const live of list) this.pages.put(({ id }) => id === live.id, live);
      });
    } catch {
      // The next hint asks again.
    }
  }

  async #ask(after: string | undefined) {
    const known = new Set(after === undefined ? [] : this.pages.list?.map(({ id }) => id));
    const page = await this.#parts.api.call(listLivestreams, {
      query: { ...(this.isFollowedOnly && { followed: 1 as const }), ...(after !== undefined && { after }) },
    });
    // What is called off between two pages is in both: it is shown at its first place.
    return { ...page, list: page.list.filter(({ id }) => !known.has(id)) };
  }
}
