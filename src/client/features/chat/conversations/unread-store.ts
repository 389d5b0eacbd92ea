import { makeAutoObservable, runInAction } from 'mobx';
import { readUnread } from '#schemas/generated/api/notices.ts';
import type { Api } from '#client/lib/api.ts';
import type { Clock } from '#client/lib/clock.ts';
import type { StreamEvent } from '#client/lib/events.ts';
import { Poller } from '#client/features/chat/base/poller.ts';

/** The number of unread messages. It is outside of the room, which is loaded later, and follows the session. */
export class UnreadStore {
  total = 0;
  /** Those of them that are private messages. */
  chat = 0;
  /** A live that the person follows is on air. */
  hasLiving = false;
  readonly #api: Api;
  readonly #poller: Poller;
  /** Counts changes of user, so that no user receives an answer about another; visitors count as well. */
  #turn = 0;

  constructor(api: Api, clock: Clock, chance?: () => number) {
    this.#api = api;
    this.#poller = new Poller(clock, () => this.#read(), chance);
    makeAutoObservable(this, {}, { autoBind: true });
  }

  get hasUnread(): boolean {
    return this.total > 0;
  }

  /** Begins to count for the present user, if any. */
  start(): void {
    if (this.#isOn) return;
    this.#turn += 1;
    this.#poller.start();
  }

  /** Stops counting and forgets the count. */
  stop(): void {
    if (!this.#isOn) return;
    this.#turn += 1;
    this.#poller.stop();
    this.total = 0;
    this.chat = 0;
    this.hasLiving = false;
  }

  /** Counts again, e.g. because something was read here. */
  refresh(): void {
    if (this.#isOn) void this.#poller.look();
  }

  receive(event: StreamEvent): void {
    if (this.#isOn) this.#poller.receive(event);
  }

  get #isOn(): boolean {
    return this.#turn % 2 === 1;
  }

  async #read(): Promise<boolean> {
    const turn = this.#turn;
    try {
      const { total, chat, hasLiving } = await this.#api.call(readUnread);
      const isKnown = total === this.total && chat === this.chat && hasLiving === this.hasLiving;
      if (turn !== this.#turn || isKnown) return false;
      runInAction(() => Object.assign(this, { total, chat, hasLiving }));
      return true;
    } catch {
      // The next beat asks again.
      return false;
    }
  }
}
