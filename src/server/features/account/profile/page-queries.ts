import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';

/** The own page as it is kept; undefined where its user never chose anything. */
export async function pageOf(trx: Db, accountId: string) {
  return trx
    .selectFrom('person_page')
    .select(['is_open', 'parts', 'version'])
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst();
}

export async function putPage(
  trx: Db,
  accountId: string,
  { isOpen, parts, at }: { readonly isOpen: boolean; readonly parts: readonly string[]; readonly at: Date },
): Promise<void> {
  await sql`
    insert into person_page as p (account_id, is_open, parts, version, changed_at)
    values (${accountId}::bigint, ${isOpen}, ${[...parts]}::text[], 2, ${at.toISOString()}::timestamptz)
    on conflict (account_id) do update set is_open = excluded.is_open, parts = excluded.parts,
      version = p.version + 1, changed_at = excluded.changed_at`.execute(trx);
}

export async function removePage(trx: Db, accountId: string): Promise<void> {
  await trx.deleteFrom('person_page').where('account_id', '=', accountId).execute();
}

/** What the page of an account shows, for the copy that its user asks for. */
export async function copiedPage(db: Db, accountId: string) {
  return db
    .selectFrom('person_page')
    .select(['is_open as isOpen', 'parts', 'changed_at as changedAt'])
    .where('account_id', '=', accountId)
    .execute();
}
