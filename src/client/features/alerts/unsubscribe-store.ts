import { makeAutoObservable } from 'mobx';
import type { ReplyOf } from '#schemas/api/route.ts';
import { readUnsubscription, unsubscribe } from '#schemas/generated/api/alerts.ts';
import type { Api } from '#client/lib/api.ts';
import { Loadable } from '#client/lib/loadable.ts';
import { Mutation } from '#client/lib/mutation.ts';

/** The way out of a mail by its signed link: what it would end, and the ending. */
export class UnsubscribeStore {
  readonly #api: Api;
  readonly #token: string;
  readonly what: Loadable<ReplyOf<typeof readUnsubscription>>;
  readonly ending = new Mutation();

  constructor(api: Api, token: string) {
    this.#api = api;
    this.#token = token;
    this.what = new Loadable(() => api.call(readUnsubscription, { query: { token } }));
    makeAutoObservable(this, {}, { autoBind: true });
  }

  async end(): Promise<void> {
    const query = { token: this.#token };
    await this.ending.run(
      () => this.#api.call(unsubscribe, { query }),
      () => {
        if (this.what.value) this.what.set({ ...this.what.value, isEnded: true });
      },
    );
  }
}
