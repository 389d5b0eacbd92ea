import type { SoldProduct } from '#schemas/api/orders.ts';
import type { Db } from '#server/db/database.ts';

export interface NewBatch {
  readonly productId: string;
  readonly product: SoldProduct;
  readonly reason: string;
  readonly expiresAt: Date;
  readonly issuedBy: string;
  readonly at: Date;
}

/** Writes an issue of codes, each by what it is found by and its last four characters. */
export async function insertBatch(
  trx: Db,
  batch: NewBatch,
  codes: readonly { readonly index: string; readonly lastFour: string }[],
): Promise<string> {
  const { id } = await trx
    .insertInto('redemption_batch')
    .values({
      product_id: batch.productId,
      product: JSON.stringify(batch.product),
      reason: batch.reason,
      expires_at: batch.expiresAt,
      issued_by: batch.issuedBy,
      issued_at: batch.at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await trx
    .insertInto('redemption_code')
    .values(codes.map(({ index, lastFour }) => ({ batch_id: id, code_index: index, last_four: lastFour })))
    .execute();
  return id;
}

/** A code by the lookup hashes that it may have; no other transaction redeems or revokes it until this one ends. */
export async function lockCode(trx: Db, indexes: readonly string[]) {
  return trx
    .selectFrom('redemption_code as c')
    .innerJoin('redemption_batch as b', 'b.id', 'c.batch_id')
    .select([
      'c.id',
      'c.redeemed_at',
      'c.revoked_at',
      'b.product_id',
      'b.product',
      'b.reason',
      'b.expires_at',
      'b.approved_at',
    ])
    .where('c.code_index', 'in', indexes)
    .forUpdate('c')
    .executeTakeFirst();
}

export async function setRedeemed(trx: Db, id: string, by: string, orderNo: string, at: Date): Promise<void> {
  await trx
    .updateTable('redemption_code')
    .set({ redeemed_by: by, redeemed_at: at, order_no: orderNo })
    .where('id', '=', id)
    .execute();
}

/** Revokes a code that was neither redeemed nor revoked before; false where there is none such. */
export async function setRevoked(trx: Db, id: string, by: string, because: string, at: Date): Promise<boolean> {
  const done = await trx
    .updateTable('redemption_code')
    .set({ revoked_by: by, revoked_at: at, revoked_because: because })
    .where('id', '=', id)
    .where('redeemed_at', 'is', null)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return done !== undefined;
}

/** Instants of a user’s wrong tries since then, newest first. */
export async function missesSince(db: Db, accountId: string, since: Date): Promise<Date[]> {
  const rows = await db
    .selectFrom('redemption_miss')
    .select('at')
    .where('account_id', '=', accountId)
    .where('at', '>', since.toISOString())
    .orderBy('at', 'desc')
    .execute();
  return rows.map(({ at }) => new Date(at));
}

/** Notes a wrong try and forgets those that no longer count. */
export async function insertMiss(trx: Db, accountId: string, at: Date, forgetBefore: Date): Promise<void> {
  await trx
    .deleteFrom('redemption_miss')
    .where('account_id', '=', accountId)
    .where('at', '<=', forgetBefore.toISOString())
    .execute();
  await trx.insertInto('redemption_miss').values({ account_id: accountId, at }).execute();
}

/** Is there such a code? */
export async function hasCode(db: Db, id: string): Promise<boolean> {
  return (await db.selectFrom('redemption_code').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}

/** Notes which codes are over by now, for the list of codes. */
export async function expireCodes(db: Db, now: Date): Promise<void> {
  await db
    .updateTable('redemption_batch')
    .set({ expired: true })
    .where('expired', '=', false)
    .where('expires_at', '<=', now.toISOString())
    .execute();
}
