import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { ExchangeStanding } from '#schemas/api/chat-exchange.ts';
import { readExchangeStanding } from '#schemas/generated/api/chat-exchange.ts';
import type { UserHeader } from '#schemas/api/chat-people.ts';
import { readMessageHeader, readUserHeader } from '#schemas/generated/api/chat-people.ts';
import type { ReplyOf } from '#schemas/api/route.ts';
import type { Api } from '#client/lib/api.ts';
import { asFailure } from '#client/lib/api-failure.ts';
import { OneAtATime } from '#client/features/chat/room/one-at-a-time.ts';

/** What the tools of a conversation need to know. */
export type MessageOrigin = ReplyOf<typeof readMessageHeader>;

/** Who the other of a conversation is, and what was exchanged with them. Each part is undefined until it is known. */
export class HeaderStore {
  readonly uid: string;
  readonly ccid: string | undefined;
  header: UserHeader | undefined;
  origin: MessageOrigin | undefined;
  standing: ExchangeStanding | undefined;
  /** Who it is could not be loaded. */
  failure: string | undefined;
  readonly #api: Api;
  readonly #learnt: (uid: string, standing: ExchangeStanding) => void;
  readonly #loading = new OneAtATime(() => this.#load());

  /** @param learnt called with each answer about exchanges: other views show the same facts. */
  constructor(
    api: Api,
    uid: string,
    ccid: string | undefined,
    learnt: (uid: string, standing: ExchangeStanding) => void = () => undefined,
  ) {
    this.#api = api;
    this.#learnt = learnt;
    this.uid = uid;
    this.ccid = ccid;
    makeAutoObservable(
      this,
      { uid: false, ccid: false, header: observableRef, origin: observableRef, standing: observableRef },
      { autoBind: true },
    );
  }

  /** Asks how exchanges stand, e.g. before a person promises something by it. False: it could not be learnt. */
  async refreshStanding(): Promise<boolean> {
    return this.#loadStanding();
  }

  /** Loads all of it anew; what is known stays until the answer. A part that fails is left as it was. */
  async reload(): Promise<void> {
    await this.#loading.run();
  }

  async #load(): Promise<void> {
    await Promise.all([this.#loadHeader(), this.#loadOrigin(), this.#loadStanding()]);
  }

  async #loadHeader(): Promise<void> {
    const { uid, ccid } = this;
    try {
      const header = await this.#api.call(readUserHeader, { query: { uid, ...(ccid !== undefined && { ccid }) } });
      runInAction(() => {
        this.header = header;
        this.failure = undefined;
      });
    } catch (thrown) {
      runInAction(() => (this.failure = asFailure(thrown).message));
    }
  }

  async #loadOrigin(): Promise<void> {
    try {
      const origin = await this.#api.call(readMessageHeader, { query: { uid: this.uid } });
      runInAction(() => (this.origin = origin));
    } catch {
      // The tools that hang on it are not shown.
    }
  }

  async #loadStanding(): Promise<boolean> {
    try {
      const standing = await this.#api.call(readExchangeStanding, { query: { uid: this.uid } });
      runInAction(() => (this.standing = standing));
      this.#learnt(this.uid, standing);
      return true;
    } catch {
      // As above.
      return false;
    }
  }
}
