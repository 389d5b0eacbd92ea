import type { TestApp } from '#tests/support/app/test-app.ts';

/** Certifies an account as an investor, with what staff know of where he works. */
export async function certifyInvestor(
  { services }: Pick<TestApp, 'services'>,
  accountId: string,
  values: { orgName?: string; position?: string },
): Promise<void> {
  const { db, pool } = services.database;
  const recordId = String(800_000_000_000_000_000n + BigInt(accountId));
  await pool.query(
    `insert into "InvestorAuth" (id, version, "createdAt", "updatedAt", "createdBy", "realName", "orgName", position)
     values ($1, 1, $2, $2, $3, '示例投资人', $4, $5)`,
    [recordId, '2026-11-20T00:00:00Z', accountId, values.orgName ?? null, values.position ?? null],
  );
  await db
    .insertInto('identity_case')
    .values({
      account_id: accountId,
      kind: 'investor',
      object_api_name: 'InvestorAuth',
      record_id: recordId,
      title: '示例投资人',
      state: 'APPROVED',
      client_key: `investor-${accountId}`,
      submitted_at: '2026-11-20T00:00:00Z',
    })
    .execute();
}
