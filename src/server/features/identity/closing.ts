import type { IdentityCase } from '#schemas/api/identity.ts';
import { CLOSED_NAME } from '#shared/policy/closed-account.ts';
import type { Db } from '#server/db/database.ts';
import { moveCase } from './case-moves.ts';
import { shownCase } from './case-view.ts';
import { forgetTraces } from './company-queries.ts';
import { casesOf } from './queries.ts';
import { isOpenCase } from '#shared/policy/identity.ts';

/**
 * Takes a closed account out of what it handed in: what waits is withdrawn, names and addresses go, what was decided
 * stays as a fact without them. The records themselves go with the account.
 */
export async function forgetSubmissions(trx: Db, accountId: string, now: Date): Promise<void> {
  for (const row of await casesOf(trx, accountId))
    if (isOpenCase(row.state)) await moveCase(trx, row, { action: 'withdraw', by: accountId, now });
  await forgetTraces(trx, accountId, CLOSED_NAME);
}

/** What a person handed in, for the copy of what is kept about them. */
export const copyOfSubmissions = async (db: Db, accountId: string): Promise<IdentityCase[]> =>
  (await casesOf(db, accountId)).map(shownCase);
