import type { Db } from '#server/db/database.ts';

/**
 * Lets one change of an account begin at a time, until the transaction ends: what is counted behind this lock is what
 * there is, so that a limit holds for many calls at once, on every process.
 */
export async function lockAccountForLimit(trx: Db, accountId: string): Promise<void> {
  await trx.selectFrom('account').select('id').where('id', '=', accountId).forNoKeyUpdate().execute();
}
