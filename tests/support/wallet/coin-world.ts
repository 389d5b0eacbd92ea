import { sql } from 'kysely';
import type { IssuedCodes, Offer, Offers, Order } from '#schemas/api/orders.ts';
import type { ListReply, RecordRow } from '#schemas/api/records.ts';
import type { PaymentGateway } from '#server/platform/providers/payment/payment-gateway.ts';
import { shippedObjects } from '#server/core/catalog/shipped.ts';
import { storeProducts } from '#server/commands/seed/products.ts';
import type { Db } from '#server/db/database.ts';
import { approveAll } from '#tests/support/staff/approve-requests.ts';
import { openTestApp, TEST_NOW, type TestApp, type Who } from '#tests/support/app/test-app.ts';

/** The app with products for sale, a clock that a test moves, and a payment provider if there is one. */
export interface CoinWorld extends TestApp {
  /** Moves the clock on by so many milliseconds. */
  readonly pass: (milliseconds: number) => void;
  readonly accountOf: (who: Who) => Promise<string>;
  /** What is on sale, by name. */
  readonly offer: (name: string) => Promise<Offer>;
  /** Codes that staff issue. */
  readonly codes: (name: string, count?: number) => Promise<string[]>;
  /** Places an order and opens its payment page. */
  readonly payingOrder: (who: Who, name: string) => Promise<Order>;
  /** Records of a system object as they are listed, with every field. */
  readonly records: (apiName: string, filter?: unknown, who?: Who) => Promise<readonly RecordRow[]>;
  /** Sends a notification as a provider would; gives its status and text. */
  readonly notify: (body: Readonly<Record<string, string>>) => Promise<{ status: number; text: string }>;
  /** What must be true of the ledger at any time, as the database has it: faults by name, each of them none. */
  readonly faults: () => Promise<Record<string, number>>;
}

export async function openCoinWorld(payment: PaymentGateway | null = null): Promise<CoinWorld> {
  let now = TEST_NOW.getTime();
  const test = await openTestApp(undefined, { now: () => new Date(now), providers: { payment } });
  const { database, writer } = test.services;
  await storeProducts(database, writer, TEST_NOW);

  const offer = async (name: string): Promise<Offer> => {
    const { data } = await test.get<Offers>('staff', '/api/orders/offers');
    const found = data.list.find((candidate) => candidate.name === name);
    if (!found) throw new Error(`${name} is not on sale.`);
    return found;
  };

  return {
    ...test,
    pass: (milliseconds) => {
      now += milliseconds;
    },
    offer,
    accountOf: async (who) => {
      const row = await database.db
        .selectFrom('account')
        .select('id')
        .where('username', '=', who)
        .executeTakeFirstOrThrow();
      return row.id;
    },
    codes: async (name, count = 1) => {
      const { productId } = await offer(name);
      const body = { productId, count, reason: '测试签发', expiresOn: '2026-12-31' };
      const { codes } = (await test.post<IssuedCodes>('staff', '/api/staff/codes', body)).data;
      await approveAll(test);
      return codes;
    },
    payingOrder: async (who, name) => {
      const { productId } = await offer(name);
      const { data } = await test.post<Order>(who, '/api/orders', { productId });
      await test.post(who, `/api/orders/${data.no}/pay`, { device: 'desktop' });
      return data;
    },
    records: async (objectApiName, filter, who = 'staff') => {
      const fields = shippedObjects().flatMap((object) => (object.apiName === objectApiName ? object.fields : []));
      const body = {
        objectApiName,
        fields: fields.map(({ apiName }) => apiName),
        pageSize: 100,
        ...(filter !== undefined && { filter }),
      };
      return (await test.post<ListReply>(who, '/api/metadata/data/getLayoutAndDataList', body)).data.list;
    },
    notify: async (body) => {
      const reply = await test.app.inject({
        method: 'POST',
        url: '/api/payment/notify/alipay',
        headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
        payload: new URLSearchParams(body).toString(),
      });
      return { status: reply.statusCode, text: reply.body };
    },
    faults: () => ledgerFaults(database.db),
  };
}

/** Transactions that do not sum to zero, people below zero, orders and codes with more or less than they brought. */
export async function ledgerFaults(db: Db): Promise<Record<string, number>> {
  const { rows } = await sql<Record<string, string>>`
    select
      (select count(*) from coin_transaction t
        where (select coalesce(sum(amount), 0) from coin_entry e where e.transaction_id = t.id) <> 0
          or (select count(*) from coin_entry e where e.transaction_id = t.id) < 2) as unbalanced,
      (select coalesce(abs(sum(amount)), 0) from coin_entry) as total,
      (select count(*) from coin_account a where a.account_id is not null
        and (select coalesce(sum(amount), 0) from coin_entry e where e.coin_account_id = a.id) < 0) as negative,
      (select count(*) from purchase_order o where o.state = 'FULFILLED' and o.product->>'kind' = 'coins'
        and (select count(*) from coin_transaction t where t.target_kind = 'order' and t.target_id = o.no and t.kind = 'purchase') <> 1
      ) as "fulfilledWithoutCoins",
      (select count(*) from purchase_order o where o.state = 'FULFILLED' and o.product->>'kind' = 'svip'
        and not exists (select from vip_period p where p.order_no = o.no)) as "fulfilledWithoutVip",
      (select count(*) from purchase_order o where o.state not in ('FULFILLED', 'REFUNDED')
        and (exists (select from vip_period p where p.order_no = o.no)
          or exists (select from coin_transaction t where t.target_kind = 'order' and t.target_id = o.no))) as "givenUnpaid",
      (select count(*) from redemption_code c where (c.redeemed_at is null) <> (c.order_no is null)) as "codesHalfUsed",
      (select count(*) from purchase_order o where o.provider = 'code'
        and not exists (select from redemption_code c where c.order_no = o.no)) as "ordersWithoutCode",
      (select count(*) from account a where a.vip_until is not null and a.vip_until is distinct from
        (select max(ends) from vip_period p where p.account_id = a.id and p.revoked_at is null)) as "vipUnlikePeriods"`.execute(
    db,
  );
  return Object.fromEntries(Object.entries(rows[0] ?? {}).map(([name, value]) => [name, Number(value)]));
}

/** What `faults` gives when all is well. */
export const NO_FAULTS = {
  unbalanced: 0,
  total: 0,
  negative: 0,
  fulfilledWithoutCoins: 0,
  fulfilledWithoutVip: 0,
  givenUnpaid: 0,
  codesHalfUsed: 0,
  ordersWithoutCode: 0,
  vipUnlikePeriods: 0,
};
