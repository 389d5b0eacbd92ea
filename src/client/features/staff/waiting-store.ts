import { makeAutoObservable } from 'mobx';

import { MOST_WAITING, readWaiting } from '#schemas/generated/api/waiting.ts';
import type { WaitingQueue } from '#schemas/api/waiting.ts';
import type { Api } from '#client/lib/api.ts';
import type { ApiFailure } from '#client/lib/api-failure.ts';
import type { Clock } from '#client/lib/clock.ts';
import type { StreamEvent } from '#client/lib/events.ts';
import { Loadable } from '#client/lib/loadable.ts';

/** Hints of this many milliseconds are answered by one reading. */
const GATHER_MS = 300;

/** What waits for staff, for the badges of the menu and the first page. It is read again after each hint about a queue. */
export class WaitingStore {
  readonly #read: Loadable<readonly WaitingQueue[]>;
  readonly #clock: Clock;
  #isOn = false;
  #cancel: (() => void) | undefined;

  constructor(api: Api, clock: Clock) {
    this.#read = new Loadable(async () => (await api.call(readWaiting)).list);
    this.#clock = clock;
    makeAutoObservable(this, {}, { autoBind: true });
  }

  get failure(): ApiFailure | undefined {
    return this.#read.failure;
  }

  /** Queues that hold anything, the one whose oldest entry has waited longest first; undefined until read. */
  get waiting(): readonly WaitingQueue[] | undefined {
    const age = ({ first }: WaitingQueue) => first[0]?.since ?? '';
    return this.#read.value
      ?.filter(({ count }) => count > 0)
      .toSorted((one, other) => (age(one) < age(other) ? -1 : age(one) > age(other) ? 1 : 0));
  }

  /** How many wait in the list at this address; one more than MOST_WAITING says that there are more. */
  countAt(route: string): number {
    return this.#read.value?.find((queue) => queue.route === route)?.count ?? 0;
  }

  /** Begins to count, once it is known that the user is one of staff. */
  start(): void {
    this.#isOn = true;
    void this.#read.refresh();
  }

  refresh(): void {
    void this.#read.refresh();
  }

  stop(): void {
    this.#isOn = false;
    this.#cancel?.();
    this.#cancel = undefined;
    this.#read.clear();
  }

  receive(event: StreamEvent): void {
    if (!this.#isOn || !this.#concerns(event)) return;
    this.#cancel ??= this.#clock.after(GATHER_MS, () => {
      this.#cancel = undefined;
      void this.#read.refresh();
    });
  }

  #concerns(event: StreamEvent): boolean {
    if (event.type === 'stream.opened' || event.type === 'metadata.changed') return true;
    if (event.type !== 'records.changed') return false;
    return this.#read.value?.some(({ objectApiName }) => objectApiName === event.objectApiName) ?? true;
  }
}

/** A count as a badge says it: `99+` where there are more; '' for none. */
export const waitingWords = (count: number): string =>
  count <= 0 ? '' : count > MOST_WAITING ? `${MOST_WAITING}+` : String(count);
