import { sql } from 'kysely';
import type { OrderState, SoldProduct } from '#schemas/api/orders.ts';
import { ORDER_OPEN_MS } from '#shared/orders/order-states.ts';
import type { Db } from '#server/db/database.ts';

/** An order as it is kept. */
export interface OrderRow {
  readonly id: string;
  readonly no: string;
  readonly account_id: string;
  readonly product: SoldProduct;
  readonly price: string;
  readonly provider: string;
  readonly state: OrderState;
  readonly trade_no: string | null;
  readonly created_at: string;
  readonly paid_at: string | null;
  readonly refunded_at: string | null;
  readonly refunded_because: string | null;
  readonly money_back_at: string | null;
}

export interface NewOrder {
  readonly no: string;
  readonly accountId: string;
  readonly productId: string;
  readonly product: SoldProduct;
  readonly price: string;
  readonly provider: string;
  readonly at: Date;
}

const UNPAID: readonly OrderState[] = ['CREATED', 'PAYING'];

const rows = (db: Db) =>
  db
    .selectFrom('purchase_order as o')
    .select([
      ...(['o.id', 'o.no', 'o.account_id', 'o.product', 'o.price', 'o.provider', 'o.state', 'o.trade_no'] as const),
      ...(['o.created_at', 'o.paid_at', 'o.refunded_at', 'o.refunded_because', 'o.money_back_at'] as const),
    ]);

export async function insertOrder(db: Db, order: NewOrder): Promise<void> {
  await db
    .insertInto('purchase_order')
    .values({
      no: order.no,
      account_id: order.accountId,
      product_id: order.productId,
      product: JSON.stringify(order.product),
      price: order.price,
      provider: order.provider,
      state: 'CREATED',
      created_at: order.at,
    })
    .execute();
}

/** One order; with `lock` no other transaction changes it until this one ends. */
export async function orderByNo(db: Db, no: string, lock = false): Promise<OrderRow | undefined> {
  if (lock) await sql`select 1 from purchase_order where no = ${no} for update`.execute(db);
  return rows(db).where('o.no', '=', no).executeTakeFirst();
}

/** What else changes with a state. */
export interface Stamps {
  readonly trade_no?: string;
  readonly paying_at?: Date;
  readonly paid_at?: Date;
  readonly fulfilled_at?: Date;
  readonly closed_at?: Date;
  readonly refunded_at?: Date;
  readonly refunded_because?: string;
}

export async function setState(trx: Db, no: string, state: OrderState, stamps: Stamps): Promise<void> {
  await trx
    .updateTable('purchase_order')
    .set({ state, ...stamps })
    .where('no', '=', no)
    .execute();
}

/** Notes that the money of a refunded order is on its way back. */
export async function setMoneyBack(db: Db, no: string, at: Date): Promise<void> {
  await db.updateTable('purchase_order').set({ money_back_at: at }).where('no', '=', no).execute();
}

/** Closes what has waited for its money for too long: of one user, or of all users. */
export async function closeOverdue(db: Db, now: Date, accountId?: string): Promise<void> {
  let update = db
    .updateTable('purchase_order')
    .set({ state: 'CLOSED', closed_at: now })
    .where('state', 'in', UNPAID)
    .where('created_at', '<=', new Date(now.getTime() - ORDER_OPEN_MS).toISOString());
  if (accountId !== undefined) update = update.where('account_id', '=', accountId);
  await update.execute();
}

/** How many orders of a user wait for their money. */
export async function unpaidCount(db: Db, accountId: string): Promise<number> {
  const row = await db
    .selectFrom('purchase_order')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('account_id', '=', accountId)
    .where('state', 'in', UNPAID)
    .executeTakeFirst();
  return Number(row?.count);
}

/**
 * Orders of a provider about which it must be asked: those whose payment began and whose end is not known here, closed
 * ones among them since money may come late, and refunds of which the money is due. Oldest first.
 */
export async function ordersToReconcile(db: Db, provider: string, since: Date): Promise<OrderRow[]> {
  return rows(db)
    .where('o.provider', '=', provider)
    .where('o.paying_at', 'is not', null)
    .where((where) =>
      where.or([
        where('o.state', 'in', ['PAYING', 'PAID']),
        where.and([where('o.state', '=', 'CLOSED'), where('o.created_at', '>=', since.toISOString())]),
        where.and([where('o.state', '=', 'REFUNDED'), where('o.money_back_at', 'is', null)]),
      ]),
    )
    .orderBy('o.id')
    .execute();
}

/** Is this account still there to be given something? */
export async function isOpenAccount(db: Db, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('account')
    .select('id')
    .where('id', '=', accountId)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}
