import type {} from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import {
  cancelOrder,
  issueCodes,
  notifyAlipay,
  payOrder,
  placeOrder,
  readOffers,
  readOrder,
  redeemCode,
  refundOrder,
  revokeCode,
} from '#schemas/api/orders.ts';
import { mount } from '#server/http/mount.ts';
import type { AccountChanges } from '#server/platform/accounts/account-changes.ts';
import type { NoticeHints } from '#server/platform/notifications/notify-user.ts';
import type { PaymentGateway } from '#server/platform/providers/payment/payment-gateway.ts';
import { Codes } from './codes.ts';
import { Notifications } from './notifications.ts';
import { type ProductDeps, Products } from './products.ts';
import { Redemption } from './redemption.ts';
import { Orders } from './service.ts';
import { Settlement } from './settlement.ts';
import { StaffOrders } from './staff-orders.ts';

export interface OrderRouteDeps extends ProductDeps {
  readonly changes: AccountChanges;
  readonly hints: NoticeHints;
  readonly payment: PaymentGateway | null;
}

/** A provider sends one for each payment and some again; more than this a minute from one address is none. */
const NOTIFICATIONS = { rateLimit: { max: 600, timeWindow: '1 minute' } };

/** Buying SVIP and coins: offers, orders, payments, redemption codes, and what staff do about them. */
export function orderRoutes(app: FastifyInstance, given: OrderRouteDeps): void {
  const parts = { ...given, db: given.database.db, products: new Products(given) };
  const service = new Orders(parts);
  const codes = new Codes(parts);
  const redemption = new Redemption(parts);
  const staff = new StaffOrders(parts);
  const notifications = new Notifications({ ...parts, settlement: new Settlement(parts) });

  mount(app, readOffers, async () => service.offers());
  mount(app, placeOrder, async ({ body, actor }) => service.place(body, actor));
  mount(app, readOrder, async ({ params, actor }) => service.read(params.id, actor));
  mount(app, payOrder, async ({ params, body, actor }) => service.pay(params.id, body.device, actor));
  mount(app, cancelOrder, async ({ params, actor }) => service.cancel(params.id, actor));
  mount(
    app,
    notifyAlipay,
    async ({ body, request, reply }) => {
      await notifications.receive('alipay', body, request.ip);
      return reply.type('text/plain; charset=utf-8').send('success');
    },
    NOTIFICATIONS,
  );
  mount(app, redeemCode, async ({ body, actor }) => redemption.redeem(body.code, actor));
  mount(app, issueCodes, async ({ body, actor }) => codes.issue(body, actor));
  mount(app, revokeCode, async ({ params, body, actor }) => codes.revoke(params.id, body.reason, actor));
  mount(app, refundOrder, async ({ params, body, actor }) => staff.refund(params.id, body.reason, actor));
}
