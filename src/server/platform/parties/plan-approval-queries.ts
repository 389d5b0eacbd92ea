import { sql } from 'kysely';
import { PLAN_DAYS } from '#schemas/api/plans.ts';
import { DAY_MS } from '#shared/time/durations.ts';
import type { Db } from '#server/db/database.ts';

/**
 * Lets a user open the plan of a company for PLAN_DAYS, as if a request had been accepted: a later restriction does not take
 * it back, those who speak for the company do. A pending request of the user is approved by this.
 */
export async function approvePlanFor(
  trx: Db,
  { companyId, accountId, by }: { companyId: string; accountId: string; by: string },
  at: Date,
): Promise<void> {
  const until = new Date(at.getTime() + PLAN_DAYS * DAY_MS);
  const decided = { state: 'approved', decided_at: at, decided_by: by, expires_at: until } as const;
  await trx
    .insertInto('plan_request')
    .values({ company_id: companyId, account_id: accountId, message: '', created_at: at, ...decided })
    .onConflict((conflict) =>
      conflict
        .columns(['company_id', 'account_id'])
        .where(sql<boolean>`state in ('pending', 'approved')`)
        .doUpdateSet(decided)
        // One that holds for longer is not shortened.
        .where((where) =>
          where.or([
            where('plan_request.state', '=', 'pending'),
            where('plan_request.expires_at', '<', until.toISOString()),
          ]),
        ),
    )
    .execute();
}
