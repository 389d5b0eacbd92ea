import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';

/** The survivors of records that were merged, by object and old id; ids that were not merged are left out. */
export async function aliasRows(
  db: Db,
  links: readonly { readonly objectApiName: string; readonly id: string }[],
): Promise<{ objectApiName: string; oldId: string; recordId: string }[]> {
  if (links.length === 0) return [];
  const { rows } = await sql<{ objectApiName: string; oldId: string; recordId: string }>`
    select object_api_name as "objectApiName", old_id as "oldId", record_id as "recordId" from record_alias
    where (object_api_name, old_id) in (
      select * from unnest(${links.map(({ objectApiName }) => objectApiName)}::text[],
        ${links.map(({ id }) => id)}::bigint[]))`.execute(db);
  return rows;
}
