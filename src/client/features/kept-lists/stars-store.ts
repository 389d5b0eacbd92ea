import { makeAutoObservable, observable, runInAction } from 'mobx';
import { readStars, setStar, STARRED_NAME } from '#schemas/generated/api/stars.ts';
import type { Api } from '#client/lib/api.ts';
import { asFailure } from '#client/lib/api-failure.ts';
import type { Say } from './kept-lists-store.ts';

/** The records that the user follows: those on their list 我的关注 of each object. */
export class StarsStore {
  /** By object and record. */
  readonly #on = observable.set<string>([], { deep: false });
  readonly #asked = new Set<string>();
  readonly #api: Api;
  readonly #say: Say;

  constructor(api: Api, say: Say) {
    this.#api = api;
    this.#say = say;
    makeAutoObservable(this, { has: false }, { autoBind: true });
  }

  /** Is a record followed? No, until it is known. Observable; asking starts the load. */
  has(objectApiName: string, id: string): boolean {
    if (!this.#asked.has(objectApiName)) {
      this.#asked.add(objectApiName);
      queueMicrotask(() => void this.#load(objectApiName));
    }
    return this.#on.has(`${objectApiName} ${id}`);
  }

  /** Follows a record, or no longer. It shows at once, and no longer where the server refuses. */
  async toggle(objectApiName: string, recordId: string): Promise<void> {
    const follows = !this.#on.has(`${objectApiName} ${recordId}`);
    this.#put(objectApiName, recordId, follows);
    try {
      const list = await this.#api.call(setStar, { body: { objectApiName, recordId, follows } });
      const name = list?.name ?? STARRED_NAME;
      this.#say(follows ? `已加入“${name}”` : `已移出“${name}”`);
    } catch (thrown) {
      this.#put(objectApiName, recordId, !follows);
      this.#say(asFailure(thrown).message, { isFailure: true });
    }
  }

  /** Lists were changed: what is on screen is asked for again. */
  refresh(): void {
    for (const objectApiName of this.#asked) void this.#load(objectApiName);
  }

  /** Forgets all: the next user follows others. */
  clear(): void {
    this.#on.clear();
    this.#asked.clear();
  }

  async #load(objectApiName: string): Promise<void> {
    try {
      const { ids } = await this.#api.call(readStars, { query: { objectApiName } });
      runInAction(() => {
        for (const key of this.#on) if (key.startsWith(`${objectApiName} `)) this.#on.delete(key);
        for (const id of ids) this.#on.add(`${objectApiName} ${id}`);
      });
    } catch {
      // A page without its stars is still a page; the next one asks again.
      this.#asked.delete(objectApiName);
    }
  }

  #put(objectApiName: string, id: string, follows: boolean): void {
    runInAction(() => {
      if (follows) this.#on.add(`${objectApiName} ${id}`);
      else this.#on.delete(`${objectApiName} ${id}`);
    });
  }
}
