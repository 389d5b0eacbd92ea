import type { Db } from '#server/db/database.ts';
import { TEST_NOW } from '#tests/support/app/test-app.ts';

/** Makes an account speak for a company, as an approved claim does. `number` keeps the claims of one account apart. */
export async function speakFor(db: Db, accountId: string, companyId: string, number: number): Promise<void> {
  const claim = await db
    .insertInto('identity_case')
    .values({
      account_id: accountId,
      kind: 'claim',
      object_api_name: 'CompanyClaim',
      record_id: accountId,
      title: '示例企业',
      state: 'APPROVED',
      company_id: companyId,
      client_key: `claim-${number}`,
      submitted_at: TEST_NOW,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('company_member')
    .values({ company_id: companyId, account_id: accountId, position: '创始人', since: TEST_NOW, case_id: claim.id })
    .execute();
}
