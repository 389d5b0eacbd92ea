import { LEAST_SUBSCRIPTIONS, subscriptionLimit } from '#shared/policy/alert-limits.ts';
import { accountsNearLimit, pauseForLimit, resumeWithinLimit } from './base/limit-queries.ts';
import { touchReader } from './reading/queries.ts';
import type { SettleDeps } from './settle.ts';

/**
 * Pauses the newest subscriptions of accounts that have more than they may now, as when SVIP has ended, and lets them go on
 * once they may again. What changed meanwhile is not reported.
 */
export async function keepToLimits({ database, memberIn }: SettleDeps, signal?: AbortSignal): Promise<void> {
  for (const accountId of await accountsNearLimit(database.db, LEAST_SUBSCRIPTIONS)) {
    if (signal?.aborted) return;
    await database.db.transaction().execute(async (trx) => {
      await touchReader(trx);
      const member = await memberIn(trx, accountId);
      if (!member) return;
      const limit = subscriptionLimit(member);
      await pauseForLimit(trx, accountId, limit);
      await resumeWithinLimit(trx, accountId, limit);
    });
  }
}
