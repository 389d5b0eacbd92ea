import { makeAutoObservable } from 'mobx';
import type { ExchangeStanding } from '#schemas/api/chat-exchange.ts';
import { readExchangeStanding } from '#schemas/generated/api/chat-exchange.ts';
import type { UserHeader } from '#schemas/api/chat-people.ts';
import { readMessageHeader, readUserHeader } from '#schemas/generated/api/chat-people.ts';
import type { ReplyOf } from '#schemas/api/route.ts';
import type { Api } from '#client/lib/api.ts';
import { Loadable } from '#client/lib/loadable.ts';
import { SingleFlight } from '#client/features/chat/base/single-flight.ts';

/** What the tools of a conversation need to know. */
export type MessageOrigin = ReplyOf<typeof readMessageHeader>;

/** Who the other of a conversation is, and what was exchanged with them. Each part is undefined until it is known. */
export class HeaderStore {
  readonly uid: string;
  readonly ccid: string | undefined;
  readonly #header: Loadable<UserHeader>;
  /** Where it fails, the tools that depend on it are not shown; so with the next. */
  readonly #origin: Loadable<MessageOrigin>;
  readonly #eligibility: Loadable<ExchangeStanding>;
  readonly #loading = new SingleFlight(() => this.#load());

  /** @param learnt called with each answer about exchanges: other views show the same facts. */
  constructor(
    api: Api,
    uid: string,
    ccid: string | undefined,
    learnt: (uid: string, eligibility: ExchangeStanding) => void = () => undefined,
  ) {
    this.uid = uid;
    this.ccid = ccid;
    this.#header = new Loadable(() =>
      api.call(readUserHeader, { query: { uid, ...(ccid !== undefined && { ccid }) } }),
    );
    this.#origin = new Loadable(() => api.call(readMessageHeader, { query: { uid } }));
    this.#eligibility = new Loadable(
      () => api.call(readExchangeStanding, { query: { uid } }),
      (eligibility) => learnt(uid, eligibility),
    );
    makeAutoObservable(this, { uid: false, ccid: false }, { autoBind: true });
  }

  get header(): UserHeader | undefined {
    return this.#header.value;
  }

  get origin(): MessageOrigin | undefined {
    return this.#origin.value;
  }

  get eligibility(): ExchangeStanding | undefined {
    return this.#eligibility.value;
  }

  /** Why the other could not be loaded. */
  get failure(): string | undefined {
    return this.#header.failure?.message;
  }

  /** Asks what may be exchanged, e.g. before the user confirms an exchange. False: it could not be learnt. */
  async refreshEligibility(): Promise<boolean> {
    await this.#eligibility.load();
    return this.#eligibility.state === 'ready';
  }

  /** Loads all of it again; what is known stays until the answer. A part that fails is left as it was. */
  async reload(): Promise<void> {
    await this.#loading.run();
  }

  async #load(): Promise<void> {
    await Promise.all([this.#header.refresh(), this.#origin.load(), this.#eligibility.load()]);
  }
}
