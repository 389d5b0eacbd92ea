// Written by `npm run schemas` from schemas/api/orders.ts: change it there.
import type * as source from '#schemas/api/orders.ts';
import type { CallOf } from '#schemas/api/route.ts';

export const MAX_CODES: typeof source.MAX_CODES = 500;
export const ORDER_STATES: typeof source.ORDER_STATES = [ "CREATED", "PAYING", "PAID", "FULFILLED", "CLOSED", "REFUNDED" ];
export const PRODUCT_KINDS: typeof source.PRODUCT_KINDS = [ "coins", "svip" ];
export const PROVIDERS: typeof source.PROVIDERS = [ "code", "alipay" ];
export const cancelOrder: CallOf<typeof source.cancelOrder> = { method: "POST", path: "/api/orders/{id}/cancel" };
export const issueCodes: CallOf<typeof source.issueCodes> = { method: "POST", path: "/api/staff/codes" };
export const notifyAlipay: CallOf<typeof source.notifyAlipay> = { method: "POST", path: "/api/payment/notify/alipay", encoding: "form" };
export const payOrder: CallOf<typeof source.payOrder> = { method: "POST", path: "/api/orders/{id}/pay" };
export const placeOrder: CallOf<typeof source.placeOrder> = { method: "POST", path: "/api/orders" };
export const readOffers: CallOf<typeof source.readOffers> = { method: "GET", path: "/api/orders/offers" };
export const readOrder: CallOf<typeof source.readOrder> = { method: "GET", path: "/api/orders/{id}" };
export const redeemCode: CallOf<typeof source.redeemCode> = { method: "POST", path: "/api/codes/redeem" };
export const refundOrder: CallOf<typeof source.refundOrder> = { method: "POST", path: "/api/staff/orders/{id}/refund" };
export const revokeCode: CallOf<typeof source.revokeCode> = { method: "POST", path: "/api/staff/codes/{id}/revoke" };
