import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { KeyDays, listKeys as ListKeys, MadeKey } from '#schemas/api/api-keys.ts';
import { createKey, listKeys, revokeKey, rotateKey } from '#schemas/generated/api/api-keys.ts';
import type { ReplyOf } from '#schemas/api/route.ts';
import type { Api } from '#client/lib/api.ts';
import { Loadable } from '#client/lib/loadable.ts';

/** What proves the owner of the account. */
export interface OwnerProof {
  readonly password?: string;
  readonly verifyCode?: string;
}

/** A key before it is made. */
export interface WantedKey {
  readonly name: string;
  readonly scopes: string[];
  readonly addresses: string[];
  readonly days: KeyDays;
}

/** One's own API keys. Every change rejects with the failure where it is refused. */
export class KeysStore {
  readonly keys: Loadable<ReplyOf<typeof ListKeys>>;
  /** A key that was just made: it is shown until it is put away, and never again. */
  made: MadeKey | undefined;
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
    this.keys = new Loadable(() => api.call(listKeys));
    makeAutoObservable(this, { keys: false, made: observableRef }, { autoBind: true });
  }

  async create(wanted: WantedKey, proof: OwnerProof): Promise<void> {
    await this.#show(await this.#api.call(createKey, { body: { ...wanted, ...proof } }));
  }

  async rotate(id: string, proof: OwnerProof): Promise<void> {
    await this.#show(await this.#api.call(rotateKey, { body: { id, ...proof } }));
  }

  async revoke(id: string): Promise<void> {
    await this.#api.call(revokeKey, { body: { id } });
    await this.keys.refresh();
  }

  putAway(): void {
    this.made = undefined;
  }

  async #show(made: MadeKey): Promise<void> {
    runInAction(() => (this.made = made));
    await this.keys.refresh();
  }
}
