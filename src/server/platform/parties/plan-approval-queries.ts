import type { Db } from '#server/db/database.ts';

/**
 * Lets a user open the plan of a company from now on, as if a request had been accepted: a later restriction does not take
 * it back. A pending request of the user is approved by this.
 */
export async function approvePlanFor(
  trx: Db,
  { companyId, accountId, by }: { companyId: string; accountId: string; by: string },
  at: Date,
): Promise<void> {
  const decided = { state: 'approved', decided_at: at, decided_by: by } as const;
  await trx
    .insertInto('plan_request')
    .values({ company_id: companyId, account_id: accountId, message: '', created_at: at, ...decided })
    .onConflict((conflict) =>
      conflict
        .columns(['company_id', 'account_id'])
        .where('state', '<>', 'refused')
        .doUpdateSet(decided)
        .where('plan_request.state', '=', 'pending'),
    )
    .execute();
}
