import type { Provider } from '#schemas/api/orders.ts';

/** An order as it is sent to a provider. */
export interface PayableOrder {
  readonly orderNo: string;
  /** What the payer reads. */
  readonly title: string;
  /** CNY, exact, two decimals. */
  readonly price: string;
  /** When the provider stops taking the payment. */
  readonly expiresAt: Date;
}

/** What a provider says about an order, once it is sure that it was the provider who said it. */
export interface PaymentNotice {
  readonly orderNo: string;
  /** The provider’s own number of the payment. */
  readonly tradeNo: string;
  /** CNY, as the provider writes it. */
  readonly amount: string;
  readonly state: 'waiting' | 'paid' | 'closed';
}

/** Takes payments. What goes wrong on the way to the provider throws an error that holds no secret. */
export interface PaymentGateway {
  readonly name: Provider;
  /** What people call it. */
  readonly label: string;
  /** Address of the provider’s page on which the order is paid. */
  readonly begin: (order: PayableOrder, device: 'desktop' | 'mobile') => Promise<{ readonly payUrl: string }>;
  /** Judges what came in as a notification. @throws Failure INVALID_BODY for one that is not the provider’s or not for us. */
  readonly readNotification: (body: Readonly<Record<string, string>>) => Promise<PaymentNotice>;
  /** The state of an order at the provider; null when none was begun there. */
  readonly query: (orderNo: string) => Promise<PaymentNotice | null>;
  /** Gives all the money of an order back; asked again for the same order it does nothing more. */
  readonly refund: (order: Pick<PayableOrder, 'orderNo' | 'price'>, reason: string) => Promise<void>;
}
