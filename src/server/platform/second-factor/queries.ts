import type { Db } from '#server/db/database.ts';

/** The factor of an account, still sealed; locked until the transaction ends when `lock`. */
export async function factorRow(db: Db, accountId: string, lock = false) {
  const query = db.selectFrom('second_factor').selectAll().where('account_id', '=', accountId);
  return (lock ? query.forUpdate() : query).executeTakeFirst();
}

export async function countUnusedCodes(db: Db, accountId: string): Promise<number> {
  const row = await db
    .selectFrom('recovery_code')
    .select((of) => of.fn.countAll<string>().as('count'))
    .where('account_id', '=', accountId)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return Number(row?.count ?? 0);
}

/** Keeps a secret that counts once a code of it is confirmed. */
export async function putPending(db: Db, accountId: string, sealed: string, until: Date): Promise<void> {
  const pending = { pending_sealed: sealed, pending_until: until.toISOString() };
  await db
    .insertInto('second_factor')
    .values({ account_id: accountId, ...pending })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(pending))
    .execute();
}

/** Makes the pending secret the one that counts; `step` is that of the code that confirmed it. */
export async function confirmPending(trx: Db, accountId: string, step: number, now: Date): Promise<void> {
  await trx
    .updateTable('second_factor')
    .set((of) => ({
      secret_sealed: of.ref('pending_sealed'),
      confirmed_at: now.toISOString(),
      last_step: step,
      pending_sealed: null,
      pending_until: null,
    }))
    .where('account_id', '=', accountId)
    .execute();
}

/** Uses the code of a step up. False where that step or a later one was used before. */
export async function takeStep(trx: Db, accountId: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('second_factor')
    .set({ last_step: step })
    .where('account_id', '=', accountId)
    .where('last_step', '<', step)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Uses a recovery code up. False where there is none such, or it was used before. */
export async function takeRecoveryCode(
  trx: Db,
  accountId: string,
  codeHashes: readonly string[],
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('recovery_code')
    .set({ used_at: now.toISOString() })
    .where('account_id', '=', accountId)
    .where('code_hash', 'in', codeHashes)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Puts new recovery codes in place of the old ones. */
export async function putRecoveryCodes(trx: Db, accountId: string, hashes: readonly string[]): Promise<void> {
  await trx.deleteFrom('recovery_code').where('account_id', '=', accountId).execute();
  await trx
    .insertInto('recovery_code')
    .values(hashes.map((hash) => ({ account_id: accountId, code_hash: hash })))
    .execute();
}

/** Takes away the factor of an account with all that belongs to it. False where there was none that counted. */
export async function deleteFactor(trx: Db, accountId: string): Promise<boolean> {
  await trx.deleteFrom('recovery_code').where('account_id', '=', accountId).execute();
  await trx.deleteFrom('factor_ticket').where('account_id', '=', accountId).execute();
  const gone = await trx
    .deleteFrom('second_factor')
    .where('account_id', '=', accountId)
    .returning('confirmed_at')
    .executeTakeFirst();
  return gone !== undefined && gone.confirmed_at !== null;
}

/** Whose first proof a ticket replaces; undefined when it is used or over. */
export async function accountOfFactorTicket(db: Db, ticketHash: string, now: Date): Promise<string | undefined> {
  const row = await db
    .selectFrom('factor_ticket')
    .select('account_id')
    .where('ticket_hash', '=', ticketHash)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst();
  return row?.account_id;
}

/** Uses a ticket up. False when another request did. */
export async function takeFactorTicket(trx: Db, ticketHash: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('factor_ticket')
    .where('ticket_hash', '=', ticketHash)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Ends the sign-ins of an account that wait for its factor. */
export async function dropFactorTickets(trx: Db, accountId: string): Promise<void> {
  await trx.deleteFrom('factor_ticket').where('account_id', '=', accountId).execute();
}
