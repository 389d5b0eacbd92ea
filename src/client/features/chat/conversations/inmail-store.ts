import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { ChatUser } from '#schemas/api/chat.ts';
import { readInmailList, syncChat } from '#schemas/generated/api/chat.ts';
import type { Api } from '#client/lib/api.ts';
import { asFailure } from '#client/lib/api-failure.ts';
import type { Clock } from '#client/lib/clock.ts';
import { InmailRows } from './inmail-rows.ts';
import type { Switches } from './list-switches.ts';
import type { StreamEvent } from '#client/lib/events.ts';
import { Poller } from '#client/features/chat/base/poller.ts';

export interface InmailDeps {
  readonly api: Api;
  readonly clock: Clock;
  /** The list is up to date again. */
  readonly synced: () => void;
}

/** The contacts of a user. One call reads what changed; polls, hints and reconnections all end there. */
export class InmailStore {
  /** The first page is there. */
  isLoaded = false;
  hasMore = false;
  isLoadingMore = false;
  /** Why the first page is not there, in words; undefined while it is on its way and once it is there. */
  absence: string | undefined;
  /** The first page failed at least once since the room was opened. */
  wasAway = false;
  /** What did not work, in words. */
  failure: string | undefined;
  /** The revision of the list; undefined before it is loaded. */
  rev: bigint | undefined;
  readonly #parts: InmailDeps;
  readonly #poller: Poller;
  readonly #rows: InmailRows;
  /** `timeStamp` of the last row of the last page: what is older is not shown before its page is there. */
  end: string | undefined;
  /** Counts the closings, so that an answer from before is dropped. */
  #turn = 0;

  constructor(parts: InmailDeps) {
    this.#parts = parts;
    this.#rows = new InmailRows(parts.api);
    this.#poller = new Poller(parts.clock, () => this.#look());
    makeAutoObservable(this, { user: false, rev: observableRef }, { autoBind: true });
  }

  /** Pinned ones first, then the latest first. Empty until the first page is there. */
  get users(): readonly ChatUser[] {
    return this.#rows.sorted(this.hasMore ? this.end : undefined);
  }

  /** A contact on the list, also beyond what is shown. Observable. */
  user(uid: string): ChatUser | undefined {
    return this.#rows.user(uid);
  }

  /** Begins to look. */
  open(): void {
    this.#poller.start();
  }

  /** Forgets the list. */
  close(): void {
    this.#turn += 1;
    this.#poller.stop();
    this.#rows.clear();
    this.isLoaded = false;
    this.hasMore = false;
    this.isLoadingMore = false;
    this.failure = undefined;
    this.absence = undefined;
    this.wasAway = false;
    this.rev = undefined;
    this.end = undefined;
  }

  /** Asks for the first page again, without waiting for the next poll. */
  async retry(): Promise<void> {
    this.absence = undefined;
    await this.sync();
  }

  receiveHint(event: StreamEvent): void {
    // Hints on notices say nothing about people, only that hints come.
    this.#poller.receive(event);
  }

  /** Asks what changed since the last answer. Never two at once; asked meanwhile, once more afterwards. */
  async sync(): Promise<void> {
    await this.#poller.look();
  }

  async loadMore(): Promise<void> {
    if (!this.hasMore || this.isLoadingMore || this.end === undefined) return;
    this.isLoadingMore = true;
    const turn = this.#turn;
    try {
      const { list, hasMore, rev } = await this.#parts.api.call(readInmailList, {
        query: { lastContentDate: this.end },
      });
      if (turn !== this.#turn) return;
      runInAction(() => {
        this.#rows.take(list, BigInt(rev));
        this.hasMore = hasMore;
        this.end = list.at(-1)?.timeStamp ?? this.end;
      });
    } catch (thrown) {
      this.#fail(turn, thrown);
    } finally {
      if (turn === this.#turn) runInAction(() => (this.isLoadingMore = false));
    }
  }

  /** Mutes a contact or takes it back; shown at once, undone where the server refuses, as are the next two. */
  async switchMute(uid: string): Promise<void> {
    await this.#switch(uid, { disturb: !(this.user(uid)?.disturb ?? false) });
  }

  async switchBlock(uid: string): Promise<void> {
    await this.#switch(uid, { screen: !(this.user(uid)?.screen ?? false) });
  }

  async switchTop(uid: string): Promise<void> {
    await this.#switch(uid, { top: !(this.user(uid)?.top ?? false) });
  }

  dismiss(): void {
    this.failure = undefined;
  }

  /** What was read here is read, before the server says so on the list. */
  receiveMark(uid: string, unread: number, readSeq: number): void {
    this.#rows.takeMark(uid, unread, readSeq);
  }

  async #switch(uid: string, change: Switches): Promise<void> {
    const turn = this.#turn;
    this.failure = undefined;
    try {
      await this.#rows.press(uid, change, async () => {
        // An answer that was under way meanwhile does not know of it; one that is asked for now does.
        if (turn === this.#turn) await this.sync();
        return turn === this.#turn;
      });
    } catch (thrown) {
      this.#fail(turn, thrown);
    }
  }

  #fail(turn: number, thrown: unknown): void {
    if (turn === this.#turn) runInAction(() => (this.failure = asFailure(thrown).message));
  }

  /** The first page, then what changed since. True when there was something new. */
  async #look(): Promise<boolean> {
    const turn = this.#turn;
    try {
      const hasNews = await (this.rev === undefined ? this.#readFirst(turn) : this.#readChanges(turn, this.rev));
      if (turn === this.#turn) this.#parts.synced();
      return hasNews;
    } catch (thrown) {
      // The next poll asks again. A failure is only shown while there is no list to show instead.
      if (turn === this.#turn && !this.isLoaded)
        runInAction(() => {
          this.absence = asFailure(thrown).message;
          this.wasAway = true;
        });
      return false;
    }
  }

  async #readFirst(turn: number): Promise<boolean> {
    const { list, hasMore, rev } = await this.#parts.api.call(readInmailList, { query: {} });
    if (turn !== this.#turn) return false;
    runInAction(() => {
      this.#rows.take(list, BigInt(rev));
      this.hasMore = hasMore;
      this.end = list.at(-1)?.timeStamp;
      this.rev = BigInt(rev);
      this.isLoaded = true;
      this.absence = undefined;
    });
    return list.length > 0;
  }

  async #readChanges(turn: number, since: bigint): Promise<boolean> {
    const { list, rev, hasMore } = await this.#parts.api.call(syncChat, { query: { since: String(since) } });
    if (turn !== this.#turn) return false;
    runInAction(() => {
      // A server that was set back to an earlier day starts over, and so do we.
      if (BigInt(rev) < since) this.#rows.startOver();
      this.#rows.take(list, BigInt(rev));
      this.rev = BigInt(rev);
    });
    if (hasMore && BigInt(rev) > since) await this.#readChanges(turn, BigInt(rev));
    return list.length > 0;
  }
}
