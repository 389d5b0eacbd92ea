import type { PushedEvent } from '#schemas/api/events.ts';

/** A hint, the news that hints may have been missed because the stream was (re)opened, or that none come for now. */
export type StreamEvent = PushedEvent | { readonly type: 'stream.opened' | 'stream.closed' };

/** Does a hint say that records of an object were written, one of those on screen among them? */
export const isAboutShown = (event: StreamEvent, objectApiName: string, isShown: (id: string) => boolean): boolean =>
  event.type === 'records.changed' &&
  event.objectApiName === objectApiName &&
  (event.ids === undefined || event.ids.some(isShown));

export type StreamListener = (event: StreamEvent) => void;

/** What of the browser the stream needs; `locks` is absent where the page is not in a secure context. */
export interface StreamHost {
  readonly locks?: Pick<LockManager, 'request'> | undefined;
  readonly openSource: () => EventSource;
  readonly openChannel: () => BroadcastChannel;
}

const LOCK_NAME = 'jingtu.events';
const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 30_000;

/**
 * Hints from the server, one connection per browser: the page that holds the lock listens and passes each hint on to
 * the others. Where there are no locks, every page listens for itself.
 */
export class EventStream {
  readonly #host: StreamHost;
  readonly #listeners = new Set<StreamListener>();
  #stop: (() => void) | undefined;

  constructor(host: StreamHost) {
    this.#host = host;
  }

  /** Hears every hint until the returned function is called. */
  subscribe(listener: StreamListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Begins to listen; does nothing when already listening. */
  start(): void {
    if (this.#stop) return;
    const given = new AbortController();
    const channel = this.#host.openChannel();
    channel.addEventListener('message', (message) => this.#tell(message.data as StreamEvent));
    const pass = (event: StreamEvent) => {
      this.#tell(event);
      channel.postMessage(event);
    };
    const lead = () => follow(this.#host, pass, given.signal);
    if (this.#host.locks) {
      // An abort while waiting for the lock rejects; there is nothing left to do then.
      this.#host.locks.request(LOCK_NAME, { signal: given.signal }, lead).catch(() => undefined);
    } else {
      void lead();
    }
    this.#stop = () => {
      given.abort();
      channel.close();
    };
  }

  /** Stops listening and lets another page lead. */
  stop(): void {
    this.#stop?.();
    this.#stop = undefined;
  }

  #tell(event: StreamEvent): void {
    for (const listener of this.#listeners) listener(event);
  }
}

/** Keeps a source open until `signal` aborts. The browser reconnects by itself unless the server refused; then we do. */
function follow(host: StreamHost, pass: (event: StreamEvent) => void, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    let source: EventSource | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let wait = FIRST_RETRY_MS;
    const open = () => {
      source = host.openSource();
      source.addEventListener('open', () => {
        wait = FIRST_RETRY_MS;
        pass({ type: 'stream.opened' });
      });
      source.addEventListener('message', (message) => pass(JSON.parse(String(message.data)) as PushedEvent));
      source.addEventListener('error', () => {
        pass({ type: 'stream.closed' });
        if (source?.readyState !== EventSource.CLOSED) return;
        timer = setTimeout(open, wait);
        wait = Math.min(wait * 2, LAST_RETRY_MS);
      });
    };
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      source?.close();
      resolve();
    });
    open();
  });
}

/** The stream's needs met by this browser. */
export function browserStreamHost(path: string): StreamHost {
  return {
    locks: 'locks' in navigator ? navigator.locks : undefined,
    openSource: () => new EventSource(path),
    openChannel: () => new BroadcastChannel(LOCK_NAME),
  };
}
