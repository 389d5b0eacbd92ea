import type { Db } from '#server/db/database.ts';

export async function draftOf(db: Db, accountId: string, objectApiName: string) {
  return db
    .selectFrom('identity_draft')
    .select(['sealed', 'saved_at'])
    .where('account_id', '=', accountId)
    .where('object_api_name', '=', objectApiName)
    .executeTakeFirst();
}

export async function keepDraft(
  db: Db,
  draft: { accountId: string; objectApiName: string; sealed: string },
  at: Date,
): Promise<void> {
  const { accountId, objectApiName, sealed } = draft;
  await db
    .insertInto('identity_draft')
    .values({ account_id: accountId, object_api_name: objectApiName, sealed, saved_at: at })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'object_api_name']).doUpdateSet({ sealed, saved_at: at.toISOString() }),
    )
    .execute();
}

export async function dropDraft(db: Db, accountId: string, objectApiName: string): Promise<void> {
  await db
    .deleteFrom('identity_draft')
    .where('account_id', '=', accountId)
    .where('object_api_name', '=', objectApiName)
    .execute();
}
