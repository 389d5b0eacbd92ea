import { observable, runInAction } from 'mobx';
import type { ChatHost } from '#client/features/chat/base/chat-host.ts';
import { SingleFlight } from '#client/features/chat/base/single-flight.ts';
import type { OutboxItem } from './outbox-item.ts';
import { openOutbox, type OutboxStorage } from './outbox-storage.ts';
import { rememberUnsent } from './unsent.ts';
import { type OutboxNews, OutboxTabs, type SendReply } from './outbox-tabs.ts';

interface RepositoryEvents {
  /** There may be something to send; `retried` names the contact whose pause is skipped. */
  readonly changed: (retried?: string) => void;
  /** Another tab sent a message. */
  readonly delivered: (uid: string, reply: SendReply) => void;
}

/** What waits to be sent: in this page's memory, in the storage that all tabs share, and messages between these. */
export class OutboxRepository {
  /** By `clientId`. Observable. */
  readonly items = observable.map<string, OutboxItem>({}, { deep: false });
  readonly #on: RepositoryEvents;
  /** The storage did not take these, so that only this tab knows of them. */
  readonly #own = new Set<string>();
  readonly #reading = new SingleFlight(() => this.#read());
  #storage: OutboxStorage | undefined;
  #tabs: OutboxTabs | undefined;
  #leads = false;
  #isClosed = false;
  /** Says at the next sign-in that there is something to be sent. */
  #remember: () => void = () => undefined;
  #writing: Promise<void> = Promise.resolve();
  /** Grows with every change made here: what was read from the storage meanwhile is not believed. */
  #epoch = 0;

  constructor(on: RepositoryEvents) {
    this.#on = on;
  }

  /** Reads what is left of an account, and queues for the lock of the tab that sends. */
  async open(uid: string, host: Pick<ChatHost, 'storage' | 'hasDatabase' | 'locks' | 'openChannel'>): Promise<void> {
    this.#remember = () => {
      const isThere = [...this.items.values()].some(({ state }) => state === 'waiting');
      rememberUnsent(host.storage, uid, isThere);
    };
    const storage = await openOutbox(uid, host.hasDatabase);
    if (this.#isClosed) {
      storage.close();
      return;
    }
    this.#storage = storage;
    for (const item of this.items.values()) this.#save(item);
    await this.#reading.run();
    if (this.#isClosed) return;
    // No other tab can see it, so this one sends it.
    const shared = storage.isShared ? host : { locks: undefined, openChannel: undefined };
    this.#tabs = new OutboxTabs(shared, uid, { lead: () => void this.#lead(), hear: (news) => void this.#hear(news) });
  }

  /** Is it for this tab to send it? */
  mayTry(clientId: string): boolean {
    return this.#leads || this.#own.has(clientId);
  }

  keep(item: OutboxItem, news: OutboxNews = { kind: 'changed' }): void {
    this.#epoch += 1;
    runInAction(() => this.items.set(item.clientId, item));
    this.#remember();
    this.#save(item, news);
  }

  drop(clientId: string, news: OutboxNews = { kind: 'changed' }): void {
    this.#epoch += 1;
    runInAction(() => this.items.delete(clientId));
    this.#own.delete(clientId);
    this.#remember();
    this.#write(async (storage) => {
      await storage.remove(clientId);
      this.#tabs?.tell(news);
    });
  }

  /** Forgets all here; what is stored stays for the same person. */
  close(): void {
    this.#isClosed = true;
    this.#leads = false;
    this.#tabs?.close();
    const storage = this.#storage;
    void this.#writing.then(() => storage?.close());
    runInAction(() => this.items.clear());
  }

  async #lead(): Promise<void> {
    await this.#reading.run();
    if (this.#isClosed) return;
    this.#leads = true;
    this.#on.changed();
  }

  async #hear(news: OutboxNews): Promise<void> {
    if (this.#isClosed) return;
    if (news.kind === 'sent') {
      this.#epoch += 1;
      this.#on.delivered(news.uid, news.reply);
      runInAction(() => this.items.delete(news.reply.message.clientId ?? ''));
      return;
    }
    await this.#reading.run();
    if (!this.#isClosed) this.#on.changed(news.retried);
  }

  #save(item: OutboxItem, news: OutboxNews = { kind: 'changed' }): void {
    this.#write(async (storage) => {
      try {
        await storage.put(item);
        this.#tabs?.tell(news);
      } catch {
        // E.g. the disk is full: it is sent all the same, as long as this page lives.
        this.#own.add(item.clientId);
        this.#on.changed();
      }
    });
  }

  /** One write after the other, so that the last word on a message is the last one said. */
  #write(work: (storage: OutboxStorage) => Promise<void>): void {
    const storage = this.#storage;
    if (storage) this.#writing = this.#writing.then(() => work(storage)).catch(() => undefined);
  }

  async #read(): Promise<void> {
    const storage = this.#storage;
    if (!storage) return;
    let stored: readonly OutboxItem[];
    let epoch: number;
    do {
      epoch = this.#epoch;
      await this.#writing;
      stored = await storage.all().catch(() => [...this.items.values()]);
    } while (epoch !== this.#epoch);
    if (this.#isClosed) return;
    const ids = new Set(stored.map(({ clientId }) => clientId));
    runInAction(() => {
      for (const id of this.items.keys()) if (!ids.has(id) && !this.#own.has(id)) this.items.delete(id);
      for (const item of stored) this.items.set(item.clientId, item);
    });
    this.#remember();
  }
}
