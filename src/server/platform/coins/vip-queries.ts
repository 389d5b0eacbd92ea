import type { VipSource } from '#schemas/api/coins.ts';
import type { Db } from '#server/db/database.ts';
import type { Term } from './vip-terms.ts';

/** An account’s VIP as it is kept; with `lock` no other transaction changes it until this one ends. */
export async function vipOf(db: Db, accountId: string, lock = false) {
  const query = db
    .selectFrom('account')
    .select(['vip_type', 'vip_until'])
    .where('id', '=', accountId)
    .where('closed_at', 'is', null);
  return (lock ? query.forUpdate() : query).executeTakeFirst();
}

/** Periods of an account that were not revoked and are not over. */
export async function openTerms(db: Db, accountId: string, now: Date): Promise<Term[]> {
  const rows = await db
    .selectFrom('vip_period')
    .select(['id', 'starts', 'ends'])
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .where('ends', '>', now.toISOString())
    .orderBy('starts')
    .execute();
  return rows.map(({ id, starts, ends }) => ({ id, starts: new Date(starts), ends: new Date(ends) }));
}

/** All periods of an account, newest first, at most a hundred. */
export async function periodsOf(db: Db, accountId: string) {
  return db
    .selectFrom('vip_period')
    .select(['id', 'starts', 'ends', 'source', 'revoked_at'])
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .limit(100)
    .execute();
}

/** The period that an order brought. */
export async function periodOfOrder(db: Db, orderNo: string) {
  return db
    .selectFrom('vip_period')
    .select(['id', 'ends', 'revoked_at'])
    .where('order_no', '=', orderNo)
    .executeTakeFirst();
}

export interface NewPeriod {
  readonly accountId: string;
  readonly type: number;
  readonly starts: Date;
  readonly ends: Date;
  readonly source: VipSource;
  readonly orderNo: string | null;
  readonly reason: string;
  readonly by: string | null;
  readonly at: Date;
}

export async function insertPeriod(trx: Db, period: NewPeriod): Promise<void> {
  const { accountId, orderNo, by, at, ...rest } = period;
  await trx
    .insertInto('vip_period')
    .values({ ...rest, account_id: accountId, order_no: orderNo, granted_by: by, created_at: at })
    .execute();
}

export async function movePeriod(trx: Db, { id, starts, ends }: Term): Promise<void> {
  await trx.updateTable('vip_period').set({ starts, ends }).where('id', '=', id).execute();
}

export async function cutPeriod(
  trx: Db,
  { id, ends }: Pick<Term, 'id' | 'ends'>,
  revoked: { readonly by: string | null; readonly because: string; readonly at: Date },
): Promise<void> {
  await trx
    .updateTable('vip_period')
    .set({ ends, revoked_at: revoked.at, revoked_by: revoked.by, revoked_because: revoked.because })
    .where('id', '=', id)
    .execute();
}

/** Takes VIP that is over off the accounts, which counts as none already. */
export async function clearEndedVip(db: Db, now: Date): Promise<void> {
  await db
    .updateTable('account')
    .set({ vip_type: 0, vip_until: null })
    .where('vip_until', '<=', now.toISOString())
    .execute();
}

export async function setVip(trx: Db, accountId: string, type: number, until: Date | null): Promise<void> {
  await trx.updateTable('account').set({ vip_type: type, vip_until: until }).where('id', '=', accountId).execute();
}
