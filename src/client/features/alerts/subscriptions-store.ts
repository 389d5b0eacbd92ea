import { makeAutoObservable } from 'mobx';
import type { AlertFrequency, AlertKind, AlertSettings, AlertSource, Subscription } from '#schemas/api/alerts.ts';
import {
  createSubscription,
  decideOnView,
  listAlertLines,
  listSubscriptions,
  markSubscriptionSeen,
  readAlertTarget,
  removeSubscription,
  updateAlertSettings,
  updateSubscription,
} from '#schemas/generated/api/alerts.ts';
import type { ReplyOf } from '#schemas/api/route.ts';
import type { Api } from '#client/lib/api.ts';
import type { StreamEvent } from '#client/lib/events.ts';
import { Loadable } from '#client/lib/loadable.ts';

/** What is subscribed to. */
export interface AlertTarget {
  readonly source: AlertSource;
  readonly objectApiName: string;
  readonly targetId: string;
}

/** How the user wants to be alerted. */
export interface AlertChoice {
  readonly kinds: readonly AlertKind[];
  readonly fields: readonly string[];
  readonly frequency: AlertFrequency;
  readonly mail: boolean;
  readonly webhook: boolean;
}

export type AlertTargetReply = ReplyOf<typeof readAlertTarget>;
export type AlertLinesReply = ReplyOf<typeof listAlertLines>;

/** The subscriptions of the user, for every page. Methods that change something throw `ApiFailure`. */
export class SubscriptionsStore {
  readonly #api: Api;
  readonly all: Loadable<ReplyOf<typeof listSubscriptions>>;

  constructor(api: Api) {
    this.#api = api;
    this.all = new Loadable(() => api.call(listSubscriptions));
    makeAutoObservable(this, {}, { autoBind: true });
  }

  /** Asks for all of them; once for all who ask at the same time. */
  look(): void {
    if (!this.all.isLoading) void this.all.refresh();
  }

  /** The subscription to a target; undefined where there is none, or none is known yet. */
  to({ source, objectApiName, targetId }: AlertTarget): Subscription | undefined {
    return this.all.value?.list.find(
      (one) => one.source === source && one.objectApiName === objectApiName && one.targetId === targetId,
    );
  }

  /** What is alerted shows in the bell first. */
  receive(event: StreamEvent): void {
    if (event.type === 'notice.changed' && this.all.value) void this.all.refresh();
  }

  clear(): void {
    this.all.clear();
  }

  target(target: AlertTarget): Promise<AlertTargetReply> {
    return this.#api.call(readAlertTarget, { query: target });
  }

  lines(id: string): Promise<AlertLinesReply> {
    return this.#api.call(listAlertLines, { params: { id } });
  }

  async subscribe(target: AlertTarget, { kinds, fields, ...choice }: AlertChoice): Promise<void> {
    const body = { ...target, ...choice, kinds: [...kinds], fields: [...fields] };
    this.#put(await this.#api.call(createSubscription, { body }));
  }

  async change({ id, version }: Subscription, { kinds, fields, ...choice }: AlertChoice): Promise<void> {
    const body = { version, ...choice, kinds: [...kinds], fields: [...fields] };
    this.#put(await this.#api.call(updateSubscription, { params: { id }, body }));
  }

  /** Follows what the owner of a view changed it to, or keeps what it was. */
  async decide({ id, version }: Subscription, follow: boolean): Promise<void> {
    this.#put(await this.#api.call(decideOnView, { params: { id }, body: { version, follow } }));
  }

  async end({ id }: Pick<Subscription, 'id'>): Promise<void> {
    await this.#api.call(removeSubscription, { params: { id }, body: {} });
    this.#keep((list) => list.filter((one) => one.id !== id));
  }

  async markSeen({ id }: Pick<Subscription, 'id'>): Promise<void> {
    this.#put(await this.#api.call(markSubscriptionSeen, { params: { id }, body: {} }));
  }

  async settle(settings: AlertSettings): Promise<void> {
    const kept = await this.#api.call(updateAlertSettings, { body: settings });
    if (this.all.value) this.all.set({ ...this.all.value, settings: kept });
  }

  #put(subscription: Subscription): void {
    this.#keep((list) =>
      list.some(({ id }) => id === subscription.id)
        ? list.map((one) => (one.id === subscription.id ? subscription : one))
        : [subscription, ...list],
    );
  }

  #keep(change: (list: readonly Subscription[]) => Subscription[]): void {
    if (this.all.value) this.all.set({ ...this.all.value, list: change(this.all.value.list) });
  }
}
