import { readVip } from '#schemas/generated/api/coins.ts';
import type { Offer, ProductKind } from '#schemas/api/orders.ts';
import { payOrder, placeOrder, readOffers } from '#schemas/generated/api/orders.ts';
import type { Api } from '#client/lib/api.ts';
import { Loadable } from '#client/lib/loadable.ts';

export interface PaymentParts {
  readonly api: Api;
  /** Leaves for the provider’s page. */
  readonly leaveFor: (address: string) => void;
  /** Payment pages come in two shapes. */
  readonly device: () => 'desktop' | 'mobile';
}

/** Leaves for the page on which an order is paid. Rejects with what was refused. */
export async function payForOrder({ api, leaveFor, device }: PaymentParts, no: string): Promise<void> {
  const { payUrl } = await api.call(payOrder, { params: { id: no }, body: { device: device() } });
  leaveFor(payUrl);
}

/** What is for sale, and the user’s VIP. */
export class OffersStore {
  readonly offers;
  readonly vip;
  readonly #parts: PaymentParts;

  constructor(parts: PaymentParts) {
    this.#parts = parts;
    this.offers = new Loadable(() => parts.api.call(readOffers));
    this.vip = new Loadable(() => parts.api.call(readVip));
  }

  get failure() {
    return this.offers.failure ?? this.vip.failure;
  }

  of(kind: ProductKind): readonly Offer[] | undefined {
    return this.offers.value?.list.filter((offer) => offer.kind === kind);
  }

  load = async (): Promise<void> => {
    await Promise.all([this.offers.load(), this.vip.load()]);
  };

  /** Orders a product and leaves for the page on which it is paid. */
  buy = async ({ productId }: Offer): Promise<void> => {
    const { no } = await this.#parts.api.call(placeOrder, { body: { productId } });
    await payForOrder(this.#parts, no);
  };
}
