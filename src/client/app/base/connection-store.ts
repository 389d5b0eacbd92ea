import { makeAutoObservable, runInAction } from 'mobx';
import type { Clock } from '#client/lib/clock.ts';
import type { StreamEvent } from '#client/lib/events.ts';

/** A stream that is open again sooner, in milliseconds, was not missed: servers are restarted one after another. */
const PATIENCE_MS = 2_000;

/** What the browser knows of the network. */
export interface Network {
  readonly isOnline: () => boolean;
  /** Calls back whenever that changes. */
  readonly follow: (changed: () => void) => void;
}

/** Is the server within reach? `offline`: the device has no network. `unreachable`: the server does not answer. */
export class ConnectionStore {
  isOffline = false;
  isUnreachable = false;
  readonly #clock: Clock;
  #cancel: () => void = () => undefined;

  constructor(clock: Clock, network: Network = browserNetwork) {
    this.#clock = clock;
    makeAutoObservable(this, {}, { autoBind: true });
    const look = () => runInAction(() => (this.isOffline = !network.isOnline()));
    look();
    network.follow(look);
  }

  get state(): 'online' | 'offline' | 'unreachable' {
    if (this.isOffline) return 'offline';
    return this.isUnreachable ? 'unreachable' : 'online';
  }

  receive({ type }: StreamEvent): void {
    this.#cancel();
    if (type !== 'stream.closed') this.isUnreachable = false;
    else this.#cancel = this.#clock.after(PATIENCE_MS, () => runInAction(() => (this.isUnreachable = true)));
  }

  /** The session ended, and the stream with it. */
  forget(): void {
    this.#cancel();
    this.isUnreachable = false;
  }
}

const browserNetwork: Network = {
  isOnline: () => navigator.onLine,
  follow: (changed) => {
    window.addEventListener('online', changed);
    window.addEventListener('offline', changed);
  },
};
