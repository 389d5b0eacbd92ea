import { sql, type Updateable } from 'kysely';
import type { Db } from '#server/db/database.ts';
import type { Tables } from '#server/db/tables.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';

/** Changes what an account says of its person; false when it is closed by now. */
export async function changeAccount(
  db: Db,
  id: string,
  change: Pick<Updateable<Tables['account']>, 'name' | 'intro' | 'avatar'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('account')
    .set(change)
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** What an account says of its person, still sealed where it is kept so. */
export async function accountOf(db: Db, id: string) {
  return db
    .selectFrom('account')
    .select(['username', 'name', 'intro', 'avatar', 'roles', 'phone_sealed', 'email_sealed', 'created_at'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Records that an account made of an object, oldest first. */
export async function idsOfOwn(db: Db, { table }: CatalogObject, accountId: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table)} where "createdBy" = ${accountId} order by id limit ${limit}`.execute(db);
  return rows.map((row) => String(row.id));
}

/** Views, proposals, exports and sessions of an account. */
export async function traces(db: Db, accountId: string) {
  const views = db
    .selectFrom('saved_view')
    .select(['object_api_name', 'name', 'state', 'sharing', 'updated_at'])
    .where('owner_id', '=', accountId)
    .where('removed_at', 'is', null);
  const corrections = db
    .selectFrom('correction')
    .select([
      'object_api_name',
      'record_id',
      'field',
      'before',
      'proposed',
      'reason',
      'evidence',
      'state',
      'created_at',
    ])
    .where('account_id', '=', accountId);
  const exports = db
    .selectFrom('export_run')
    .select(['object_api_name', 'format', 'file_name', 'status', 'rows', 'created_at'])
    .where('account_id', '=', accountId);
  const sessions = db
    .selectFrom('session')
    .select(['device', 'address', 'created_at', 'seen_at', 'ended_at', 'ended_because'])
    .where('account_id', '=', accountId);
  return {
    views: await views.orderBy('updated_at').execute(),
    corrections: await corrections.orderBy('id').execute(),
    exports: await exports.orderBy('id').execute(),
    sessions: await sessions.orderBy('created_at').execute(),
  };
}

/** Companies that submissions of an account became, or are about. */
export async function handedInCompanies(db: Db, accountId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('identity_case')
    .select('company_id')
    .distinct()
    .where('account_id', '=', accountId)
    .execute();
  return rows.flatMap(({ company_id: id }) => id ?? []);
}
