// A process that buys, redeems and spends for as long as it lives, and kills itself at one of its statements: before it is
// sent, or while the database works on it.
import { flushCompileCache } from 'node:module';
import { openDatabase } from '#server/db/database.ts';
import { Codes } from '#server/features/wallet/orders/codes.ts';
import { Products } from '#server/features/wallet/orders/products.ts';
import { Redemption } from '#server/features/wallet/orders/redemption.ts';
import { Orders } from '#server/features/wallet/orders/service.ts';
import { Settlement } from '#server/features/wallet/orders/settlement.ts';
import { grantCoins, spendCoins } from '#server/platform/coins/ledger.ts';
import { openRequests } from '#server/platform/staff-requests/queries.ts';
import { StaffRequests } from '#server/platform/staff-requests/staff-requests.ts';
import type { PaymentGateway } from '#server/platform/providers/payment/payment-gateway.ts';
import { shippedObjects, shippedOptionSets } from '#server/core/catalog/shipped.ts';
import { openServices } from '#server/services.ts';
import { killAtStatement } from '#tests/support/processes/killed-statements.ts';

// A killed process keeps nothing: what was compiled is kept now, for the processes that follow.
flushCompileCache();
const { url, dataDir, killAt, sent, first, actorId } = JSON.parse(process.argv[2] ?? '{}') as {
  url?: string;
  dataDir?: string;
  killAt: number;
  sent: boolean;
  /** Which action comes first. */
  first: number;
  actorId: string;
};
const now = () => new Date('2026-11-21T04:00:00Z');
const database = await openDatabase({ url, dataDir, connections: 2 });
const services = await openServices(database, { objects: shippedObjects(), optionSets: shippedOptionSets() }, now);
const { db } = database;
const products = new Products(services);
const payment = { name: 'alipay', label: '支付宝' } as PaymentGateway;
const parts = { ...services, db, products, payment };
const [orders, codes, redemption, settlement] = [
  new Orders({ ...parts, payment: { ...payment, begin: async () => ({ payUrl: '' }) } }),
  new Codes(parts),
  new Redemption(parts),
  new Settlement(parts),
];
const actor = { id: actorId, name: 'child', roles: [], vipType: 0 };
const desk = async (name: string) => {
  const row = await db.selectFrom('account').select('id').where('username', '=', name).executeTakeFirstOrThrow();
  return { id: row.id, name, roles: ['staff'], vipType: 0 };
};
const [issuer, approver] = [await desk('staff'), await desk('money')];
const requests = new StaffRequests({
  db,
  now,
  endSessions: async () => undefined,
  announce: async () => undefined,
  hints: { announceNotice: () => undefined, announceRecords: () => undefined },
});
const offers = (await orders.offers()).list;

killAtStatement({ killAt, sent });

async function redeem(round: number): Promise<void> {
  const productId = offers[round % offers.length]?.productId ?? '';
  const issued = await codes.issue({ productId, count: 1, reason: 'kill', expiresOn: '2026-12-31' }, issuer);
  for (const { id } of await openRequests(db, now())) await requests.approve(id, approver);
  await redemption.redeem(issued.codes[0] ?? '', actor);
}

async function buy(round: number): Promise<void> {
  const { productId = '', price = '' } = offers[round % offers.length] ?? {};
  const { no } = await orders.place({ productId }, actor);
  await orders.pay(no, 'desktop', actor);
  await settlement.apply('alipay', { orderNo: no, tradeNo: `T${no}`, amount: price, state: 'paid' });
}

async function view(round: number): Promise<void> {
  const key = `${process.pid}:${round}`;
  await db
    .transaction()
    .execute((trx) =>
      grantCoins(trx, { accountId: actorId, amount: 60, key: `gift:${key}`, reason: 'kill', by: actor }, now()),
    );
  const target = { kind: 'contact', id: key };
  await db
    .transaction()
    .execute((trx) => spendCoins(trx, { accountId: actorId, amount: 60, key: `view:${key}`, note: '', target }, now()));
}

const deeds = [redeem, buy, view];
for (let round = first; ; round += 1) await deeds[round % deeds.length]?.(round);
