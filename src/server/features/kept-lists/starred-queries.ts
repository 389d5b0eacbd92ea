import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';

/** Records that a user follows by a star. */
export async function starredRecords(
  db: Db,
  accountId: string,
): Promise<readonly { readonly objectApiName: string; readonly id: string }[]> {
  const { rows } = await sql<{ objectApiName: string; id: string }>`
    select i.object_api_name as "objectApiName", i.record_id::text as id from list l
      join list_item i on i.list_id = l.id
    where l.owner_id = ${accountId}::bigint and l.is_starred and l.removed_at is null`.execute(db);
  return rows;
}
