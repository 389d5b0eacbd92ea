import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { VipInfo } from '#schemas/api/coins.ts';
import { readVip } from '#schemas/generated/api/coins.ts';
import type { Offer, Offers, ProductKind } from '#schemas/api/orders.ts';
import { payOrder, placeOrder, readOffers } from '#schemas/generated/api/orders.ts';
import type { Api } from '#client/lib/api.ts';
import { asFailure, type ApiFailure } from '#client/lib/api-failure.ts';

export interface OffersParts {
  readonly api: Api;
  /** Leaves for the provider’s page. */
  readonly leaveFor: (address: string) => void;
  /** Is this a screen that a hand holds? */
  readonly device: () => 'desktop' | 'mobile';
}

/** What is for sale, the person’s VIP, and a purchase from the press to the provider’s page. */
export class OffersStore {
  offers: Offers | undefined;
  vip: VipInfo | undefined;
  failure: ApiFailure | undefined;
  /** What is about to be bought: the person is asked once. */
  chosen: Offer | undefined;
  isPaying = false;
  refusal: ApiFailure | undefined;
  readonly #parts: OffersParts;

  constructor(parts: OffersParts) {
    this.#parts = parts;
    makeAutoObservable(
      this,
      {
        offers: observableRef,
        vip: observableRef,
        chosen: observableRef,
        failure: observableRef,
        refusal: observableRef,
      },
      { autoBind: true },
    );
  }

  of(kind: ProductKind): readonly Offer[] | undefined {
    return this.offers?.list.filter((offer) => offer.kind === kind);
  }

  async load(): Promise<void> {
    this.failure = undefined;
    const { api } = this.#parts;
    try {
      const [offers, vip] = await Promise.all([api.call(readOffers), api.call(readVip)]);
      runInAction(() => {
        this.offers = offers;
        this.vip = vip;
      });
    } catch (thrown) {
      runInAction(() => (this.failure = asFailure(thrown)));
    }
  }

  choose(offer: Offer | undefined): void {
    if (this.isPaying) return;
    this.chosen = offer;
    this.refusal = undefined;
  }

  /** Orders what was chosen and leaves for the page on which it is paid. */
  async pay(): Promise<void> {
    const { api, leaveFor, device } = this.#parts;
    if (!this.chosen || this.isPaying) return;
    this.isPaying = true;
    this.refusal = undefined;
    try {
      const { no } = await api.call(placeOrder, { body: { productId: this.chosen.productId } });
      const { payUrl } = await api.call(payOrder, { params: { id: no }, body: { device: device() } });
      leaveFor(payUrl);
    } catch (thrown) {
      runInAction(() => (this.refusal = asFailure(thrown)));
    } finally {
      runInAction(() => (this.isPaying = false));
    }
  }
}
