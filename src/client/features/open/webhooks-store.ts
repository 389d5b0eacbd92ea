import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { listWebhooks as ListWebhooks, MadeWebhook, NewWebhook, WebhookDelivery } from '#schemas/api/webhooks.ts';
import type { ReplyOf } from '#schemas/api/route.ts';
import {
  createWebhook,
  listWebhookDeliveries,
  listWebhooks,
  removeWebhook,
  resendWebhookDelivery,
  rotateWebhook,
  switchWebhook,
  testWebhook,
} from '#schemas/generated/api/webhooks.ts';
import type { Api } from '#client/lib/api.ts';
import { Loadable } from '#client/lib/loadable.ts';
import type { OwnerProof } from './keys-store.ts';

/** A webhook before it is made. */
export type WantedWebhook = Omit<NewWebhook, keyof OwnerProof>;

/** One's own webhooks. Every change rejects with the failure where it is refused. */
export class WebhooksStore {
  readonly webhooks: Loadable<ReplyOf<typeof ListWebhooks>>;
  /** One that was just made or given another secret: the secret is shown until it is put away, and never again. */
  made: MadeWebhook | undefined;
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
    this.webhooks = new Loadable(() => api.call(listWebhooks));
    makeAutoObservable(this, { webhooks: false, made: observableRef }, { autoBind: true });
  }

  async create(wanted: WantedWebhook, proof: OwnerProof): Promise<void> {
    await this.#show(await this.#api.call(createWebhook, { body: { ...wanted, ...proof } }));
  }

  async rotate(id: string, proof: OwnerProof): Promise<void> {
    await this.#show(await this.#api.call(rotateWebhook, { body: { id, ...proof } }));
  }

  async switch(id: string, on: boolean): Promise<void> {
    await this.#api.call(switchWebhook, { body: { id, on } });
    await this.webhooks.refresh();
  }

  async remove(id: string): Promise<void> {
    await this.#api.call(removeWebhook, { body: { id } });
    await this.webhooks.refresh();
  }

  test(id: string): Promise<WebhookDelivery> {
    return this.#api.call(testWebhook, { body: { id } });
  }

  /** The log of a webhook. */
  log(id: string): Loadable<readonly WebhookDelivery[]> {
    return new Loadable(async () => (await this.#api.call(listWebhookDeliveries, { query: { id } })).deliveries);
  }

  async resend(id: string): Promise<void> {
    await this.#api.call(resendWebhookDelivery, { body: { id } });
  }

  putAway(): void {
    this.made = undefined;
  }

  async #show(made: MadeWebhook): Promise<void> {
    runInAction(() => (this.made = made));
    await this.webhooks.refresh();
  }
}
