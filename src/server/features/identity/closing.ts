import type { IdentityCase } from '#schemas/api/identity.ts';
import { CLOSED_NAME } from '#shared/policy/closed-account.ts';
import type { Db } from '#server/db/database.ts';
import { moveCase } from './case-moves.ts';
import { caseView } from './case-view.ts';
import { forgetTraces, membershipsOf } from './company-queries.ts';
import { type Freed, settleOwner } from './members/ownership.ts';
import { forgetInvitations, invitationsOf, lockCompany } from './members/queries.ts';
import { casesOf } from './queries.ts';
import { isOpenCase } from '#shared/policy/identity.ts';

/**
 * Takes a closed account out of what it handed in: what waits is withdrawn, names and addresses go, what was decided
 * stays as a fact without them. The records themselves go with the account.
 */
export const forgetSubmissions =
  (freed: Freed) =>
  async (trx: Db, accountId: string, now: Date): Promise<void> => {
    for (const row of await casesOf(trx, accountId))
      if (isOpenCase(row.state)) await moveCase(trx, row, { action: 'withdraw', by: accountId, now });
    const companies = (await membershipsOf(trx, accountId)).map((row) => row.company_id).toSorted(compareIds);
    for (const companyId of companies) await lockCompany(trx, companyId);
    await forgetTraces(trx, accountId, CLOSED_NAME);
    await forgetInvitations(trx, accountId);
    for (const companyId of companies) await settleOwner(trx, companyId, now, freed);
  };

const compareIds = (left: string, right: string): number => (BigInt(left) < BigInt(right) ? -1 : 1);

/** The companies that a person is a member of, and the invitations of the person, for the copy of what is kept. */
export const copyOfMemberships = async (db: Db, accountId: string) => ({
  companies: (await membershipsOf(db, accountId)).map(({ company_id, role, position, since }) => ({
    companyId: company_id,
    role,
    position,
    since,
  })),
  invitations: (await invitationsOf(db, accountId)).map(({ title, position, state, created_at }) => ({
    company: title,
    position,
    state,
    invitedAt: created_at,
  })),
});

/** What a person handed in, for the copy of what is kept about them. */
export async function copyOfSubmissions(db: Db, accountId: string): Promise<IdentityCase[]> {
  const rows = await casesOf(db, accountId);
  return rows.map(await caseView(rows, async () => new Map()));
}
