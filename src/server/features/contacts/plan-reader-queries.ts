import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';

/** Ends approvals whose days are over, of one reader of one plan or of all; gives how many. */
export async function expirePlans(
  db: Db,
  now: Date,
  one?: { readonly companyId: string; readonly accountId: string },
): Promise<number> {
  let due = db
    .updateTable('plan_request')
    .set({ state: 'expired' })
    .where('state', '=', 'approved')
    .where('expires_at', '<=', now.toISOString());
  if (one) due = due.where('company_id', '=', one.companyId).where('account_id', '=', one.accountId);
  const { numUpdatedRows } = await due.executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Has this user asked for the plan of a company, been sent it or read it? The row of what was asked is locked. */
export async function isReader(trx: Db, companyId: string, accountId: string): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`select id from plan_request
    where company_id = ${companyId}::bigint and account_id = ${accountId}::bigint for update`.execute(trx);
  if (rows.length > 0) return true;
  const read = await trx
    .selectFrom('plan_reading')
    .select('id')
    .where('company_id', '=', companyId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return read !== undefined;
}

/** What a company decided about a reader without being asked: the request that waits or holds becomes this, or one is made. */
export async function settleReader(
  trx: Db,
  reader: { companyId: string; accountId: string; by: string; state: 'approved' | 'revoked'; until: Date | null },
  now: Date,
): Promise<void> {
  const { companyId, accountId, by, state, until } = reader;
  const decided = { state, decided_at: now, decided_by: by, expires_at: until };
  const { numUpdatedRows } = await trx
    .updateTable('plan_request')
    .set(decided)
    .where('company_id', '=', companyId)
    .where('account_id', '=', accountId)
    .where('state', 'in', ['pending', 'approved'])
    .executeTakeFirst();
  if (numUpdatedRows > 0n) return;
  await trx
    .insertInto('plan_request')
    .values({ company_id: companyId, account_id: accountId, message: '', created_at: now, ...decided })
    .execute();
}

/** Notes that a user opened the plan of a company. */
export async function noteReading(db: Db, companyId: string, accountId: string, now: Date): Promise<void> {
  await db
    .insertInto('plan_reading')
    .values({ company_id: companyId, account_id: accountId, first_at: now, last_at: now })
    .onConflict((conflict) =>
      conflict.columns(['company_id', 'account_id']).doUpdateSet({ times: sql`plan_reading.times + 1`, last_at: now }),
    )
    .execute();
}

/** Did a company take its plan back from a user, and not open it since? A request that waits or was refused changes nothing. */
export async function isBarred(db: Db, companyId: string, accountId: string): Promise<boolean> {
  const last = await db
    .selectFrom('plan_request')
    .select('state')
    .where('company_id', '=', companyId)
    .where('account_id', '=', accountId)
    .where('state', 'in', ['approved', 'expired', 'revoked'])
    .orderBy('decided_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return last?.state === 'revoked';
}

/** The phone of an account with its middle hidden; null without one. */
export async function maskedPhone(db: Db, accountId: string): Promise<string | null> {
  const row = await db.selectFrom('account').select('phone_masked').where('id', '=', accountId).executeTakeFirst();
  return row?.phone_masked ?? null;
}
