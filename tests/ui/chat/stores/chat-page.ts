import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import type { ChatHost } from '#client/features/chat/base/chat-host.ts';
import { RoomStore } from '#client/features/chat/room/room-store.ts';
import type { DialogStore } from '#client/features/chat/conversation/dialog-store.ts';
import type { Api, Uploads } from '#client/lib/api.ts';
import type { StreamEvent, StreamListener } from '#client/lib/events.ts';
import type { ChatMessage } from '#schemas/api/chat.ts';
import { settled, TestClock } from '#tests/support/ui/test-clock.ts';
import { type FakeServer, ME, PEER } from './fake-server.ts';

/** Lets storage, channels and answers go on until none of them has anything left to do. */
export async function quiet(): Promise<void> {
  for (let turn = 0; turn < 40; turn += 1) await settled();
}

const NOW = Date.parse('2026-11-21T09:00:00Z');
let keys = 0;

/** One browser: what its tabs share. */
export class Browser {
  readonly clock = new TestClock();
  readonly kept = new Map<string, string>();
  isOnline = true;
  isVisible = true;
  hasDatabase = true;
  readonly previews = new Set<string>();
  readonly networkHearers = new Set<() => void>();
  readonly #channels = new Map<string, Set<EventTarget>>();
  readonly #locks = new Map<string, Promise<unknown>>();

  constructor() {
    globalThis.indexedDB = new IDBFactory();
  }

  #leapt = 0;

  now = (): number => NOW + this.#leapt + this.clock.now();

  /** Lets time pass, and everything that hangs on it happen. */
  async pass(milliseconds: number): Promise<void> {
    await quiet();
    await this.clock.pass(milliseconds);
    await quiet();
  }

  /** Lets a long time pass that no user looks at: the wall clock moves, timers that are due are called. */
  async leap(milliseconds: number): Promise<void> {
    this.#leapt += milliseconds;
    await this.pass(60_000);
  }

  goOnline(isOnline: boolean): void {
    this.isOnline = isOnline;
    for (const hear of this.networkHearers) hear();
  }

  host(): ChatHost {
    const { kept } = this;
    return {
      storage: {
        getItem: (key) => this.kept.get(key) ?? null,
        setItem: (key, value) => void this.kept.set(key, value),
        removeItem: (key) => void this.kept.delete(key),
        key: (index) => [...this.kept.keys()][index] ?? null,
        get length() {
          return kept.size;
        },
      },
      hasDatabase: this.hasDatabase,
      locks: {
        request: ((name: string, options: LockOptions, task: () => unknown) =>
          this.#lock(name, options, task)) as never,
      },
      openChannel: (name) => this.#channel(name),
      isOnline: () => this.isOnline,
      isVisible: () => this.isVisible,
      onNetwork: (changed) => {
        this.networkHearers.add(changed);
        return () => this.networkHearers.delete(changed);
      },
      previews: {
        open: () => {
          const address = `blob:${(keys += 1)}`;
          this.previews.add(address);
          return address;
        },
        close: (address) => void this.previews.delete(address),
      },
      measure: async () => ({ width: 40, height: 30 }),
      newKey: () => `00000000-0000-4000-8000-${String((keys += 1)).padStart(12, '0')}`,
    };
  }

  #lock(name: string, { signal }: LockOptions, task: () => unknown): Promise<unknown> {
    const turn = (this.#locks.get(name) ?? Promise.resolve()).then(() => (signal?.aborted ? undefined : task()));
    this.#locks.set(name, turn);
    return turn;
  }

  #channel(name: string): BroadcastChannel {
    const others = this.#channels.get(name) ?? new Set();
    this.#channels.set(name, others);
    const channel = Object.assign(new EventTarget(), {
      postMessage: (data: unknown) => {
        const copy = structuredClone(data);
        for (const other of others) {
          if (other !== channel) setImmediate(() => other.dispatchEvent(new MessageEvent('message', { data: copy })));
        }
      },
      close: () => others.delete(channel),
    });
    others.add(channel);
    return channel as unknown as BroadcastChannel;
  }
}

/** One tab with the chat room, and what the server pushes to it. */
export class ChatPage {
  readonly room: RoomStore;
  readonly #listeners = new Set<StreamListener>();
  readonly uploads: File[] = [];
  /** What comes of the next uploads. */
  upload: () => Promise<string> = async () => '/files/private/a.png';

  constructor(browser: Browser, api: Api, roles: readonly string[] = []) {
    const uploads: Uploads = {
      upload: (async (_: unknown, { file }: { file: File }) => {
        this.uploads.push(file);
        return { url: await this.upload(), name: file.name, size: file.size };
      }) as never,
    };
    this.room = new RoomStore({
      api,
      uploads,
      clock: browser.clock,
      events: {
        subscribe: (listener) => {
          this.#listeners.add(listener);
          return () => this.#listeners.delete(listener);
        },
      },
      host: browser.host(),
      now: browser.now,
      roles: () => roles,
    });
  }

  push(event: StreamEvent): void {
    for (const listener of this.#listeners) listener(event);
  }

  /** A hint with a message, as the process that stored it gives it. */
  pushMessage(server: FakeServer, message: ChatMessage, uid = PEER): void {
    this.push({ type: 'chat.changed', rev: String(server.rev), uid, message });
  }

  /** Signs in, opens the room and the conversation with one person. */
  async enter(uid = PEER): Promise<DialogStore> {
    this.room.start(ME);
    this.room.open({ kind: 'user', uid });
    await quiet();
    return this.dialog;
  }

  /** Closes the tab: what it held falls to the others. */
  leave(): void {
    this.room.person?.outbox.stop();
    this.room.close();
  }

  get dialog(): DialogStore {
    if (!this.room.dialog) throw new Error('No conversation is open');
    return this.room.dialog;
  }

  /** What the bubbles say, with the state of those that are not stored. */
  get shown(): string[] {
    return this.dialog.messages.map(({ content, state, message }) => (message ? content : `${content} (${state})`));
  }
}
