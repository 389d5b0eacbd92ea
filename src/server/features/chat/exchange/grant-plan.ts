import { Failure } from '#shared/errors.ts';
import type { Db } from '#server/db/database.ts';
import { approvePlanFor } from '#server/platform/parties/plan-approval-queries.ts';
import { isCompanyMember } from '#server/platform/parties/queries.ts';
import { insertDelivery } from './delivery-queries.ts';
import type { DeliverableCompany } from './plan-companies.ts';

/**
 * Lets the receiver open a company's plan. False when it was delivered before.
 * @throws Failure UNKNOWN_RECORD unless the giver speaks for the company.
 */
export async function grantPlan(
  trx: Db,
  {
    conversationId,
    from,
    to,
    company,
  }: { conversationId: string; from: string; to: string; company: DeliverableCompany },
  at: Date,
): Promise<boolean> {
  const { ccid: companyId } = company;
  if (!(await isCompanyMember(trx, companyId, from))) throw new Failure('UNKNOWN_RECORD', '企业不存在');
  const isNew = await insertDelivery(trx, { companyId, fromId: from, toId: to }, conversationId, at);
  await approvePlanFor(trx, { companyId, accountId: to, by: from }, at);
  return isNew;
}
