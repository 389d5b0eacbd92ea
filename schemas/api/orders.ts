import { Type, type Static } from 'typebox';
import { RecordId, route } from './route.ts';
import { StaffReason } from './staff-reason.ts';

const Instant = Type.String({ description: 'ISO 8601' });
const Nullable = Type.Union([Type.String(), Type.Null()]);
const SHOWN_ONCE = '完整兑换码，仅在签发时返回一次';

export const PRODUCT_KINDS = ['coins', 'svip'] as const;
export type ProductKind = (typeof PRODUCT_KINDS)[number];
const Kind = Type.Unsafe<ProductKind>(Type.Union(PRODUCT_KINDS.map((kind) => Type.Literal(kind))));

/** What an order or a code grants, as it was when it was made. One of `coins` and `svipDays` is above zero. */
export const SoldProduct = Type.Object({
  name: Type.String(),
  kind: Kind,
  coins: Type.Integer(),
  svipDays: Type.Integer(),
});
export type SoldProduct = Static<typeof SoldProduct>;

export const ORDER_STATES = ['CREATED', 'PAYING', 'PAID', 'FULFILLED', 'CLOSED', 'REFUNDED'] as const;
export type OrderState = (typeof ORDER_STATES)[number];
const State = Type.Unsafe<OrderState>(Type.Union(ORDER_STATES.map((state) => Type.Literal(state))));

/** How an order is paid: by a redemption code, or through a payment provider. */
export const PROVIDERS = ['code', 'alipay'] as const;
export type Provider = (typeof PROVIDERS)[number];
const Provider = Type.Unsafe<Provider>(Type.Union(PROVIDERS.map((provider) => Type.Literal(provider))));

export const Order = Type.Object({
  /** Public number. */
  no: Type.String(),
  product: SoldProduct,
  /** CNY, exact, two decimals. */
  price: Type.String(),
  provider: Provider,
  state: State,
  createdAt: Instant,
  paidAt: Type.Union([Instant, Type.Null()]),
  /** When an unpaid order closes by itself; null for all others. */
  closesAt: Type.Union([Instant, Type.Null()]),
  refundedAt: Type.Union([Instant, Type.Null()]),
  refundReason: Nullable,
});
export type Order = Static<typeof Order>;

export const Offer = Type.Object({
  productId: Type.String(),
  ...SoldProduct.properties,
  /** CNY, exact, two decimals. */
  price: Type.String(),
  /** CNY before the discount; null without one. */
  originalPrice: Nullable,
  badge: Nullable,
});
export type Offer = Static<typeof Offer>;

const Offers = Type.Object({
  list: Type.Array(Offer),
  /** The provider that takes payments here; null where only redemption codes do. */
  payment: Type.Union([Type.Object({ name: Provider, label: Type.String() }), Type.Null()]),
});
export type Offers = Static<typeof Offers>;

/** 16 characters that cannot be mistaken for each other. */
const OrderNo = Type.String({ pattern: '^[0-9A-HJKMNP-TV-Z]{16}$', description: '订单号' });
const OrderParams = Type.Object({ id: OrderNo });

export const readOffers = route({
  method: 'GET',
  path: '/api/orders/offers',
  summary: 'Products on sale and how they can be paid',
  action: 'order.read',
  reply: Offers,
});

export const placeOrder = route({
  method: 'POST',
  path: '/api/orders',
  summary: 'Order a product at its price of now',
  action: 'order.place',
  body: Type.Object({ productId: RecordId, provider: Type.Optional(Provider) }, { additionalProperties: false }),
  reply: Order,
});

export const readOrder = route({
  method: 'GET',
  path: '/api/orders/{id}',
  summary: 'One order of the signed-in user',
  action: 'order.read',
  params: OrderParams,
  reply: Order,
});

export const payOrder = route({
  method: 'POST',
  path: '/api/orders/{id}/pay',
  summary: 'Begin to pay an order: gives the address of the provider’s page',
  action: 'order.place',
  params: OrderParams,
  body: Type.Object(
    { device: Type.Union([Type.Literal('desktop'), Type.Literal('mobile')]) },
    { additionalProperties: false },
  ),
  reply: Type.Object({ payUrl: Type.String() }),
});

export const cancelOrder = route({
  method: 'POST',
  path: '/api/orders/{id}/cancel',
  summary: 'Close an order of one’s own that is not paid',
  action: 'order.place',
  params: OrderParams,
  reply: Order,
});

export const notifyAlipay = route({
  method: 'POST',
  path: '/api/payment/notify/alipay',
  summary: 'What Alipay says about an order, signed by it; answers the plain text “success”',
  action: 'order.notify',
  encoding: 'form',
  body: Type.Record(Type.String({ maxLength: 64 }), Type.String({ maxLength: 10_000 }), { maxProperties: 100 }),
  reply: Type.Unknown(),
});

export const redeemCode = route({
  method: 'POST',
  path: '/api/codes/redeem',
  summary: 'Redeem a code: what it stands for is given at once',
  action: 'code.redeem',
  body: Type.Object({ code: Type.String({ minLength: 1, maxLength: 64 }) }, { additionalProperties: false }),
  reply: Order,
});

/** Codes in one issue at most. */
export const MAX_CODES = 500;

export const issueCodes = route({
  method: 'POST',
  path: '/api/staff/codes',
  summary: 'Issue redemption codes of a product; the whole codes are given this once',
  action: 'code.issue',
  body: Type.Object(
    {
      productId: RecordId,
      count: Type.Integer({ minimum: 1, maximum: MAX_CODES, description: `数量：1 到 ${MAX_CODES} 个` }),
      reason: StaffReason,
      /** Last day in Asia/Shanghai on which they can be redeemed. */
      expiresOn: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: '有效期至：YYYY-MM-DD' }),
    },
    { additionalProperties: false },
  ),
  reply: Type.Object({
    product: SoldProduct,
    expiresAt: Instant,
    codes: Type.Array(Type.String({ description: SHOWN_ONCE })),
  }),
});
export type IssuedCodes = Static<typeof issueCodes.reply>;

export const revokeCode = route({
  method: 'POST',
  path: '/api/staff/codes/{id}/revoke',
  summary: 'Make a code that nobody redeemed worth nothing',
  action: 'code.issue',
  params: Type.Object({ id: RecordId }),
  body: Type.Object({ reason: StaffReason }, { additionalProperties: false }),
  reply: Type.Null(),
});

export const refundOrder = route({
  method: 'POST',
  path: '/api/staff/orders/{id}/refund',
  summary: 'Take back what an order gave and give the money back',
  action: 'staff.orders',
  params: OrderParams,
  body: Type.Object({ reason: StaffReason }, { additionalProperties: false }),
  reply: Type.Null(),
});
