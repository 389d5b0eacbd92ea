import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';

/** Ids by natural key of one source. */
export async function idsByKeys(
  db: Db,
  apiName: string,
  source: string,
  keys: readonly string[],
): Promise<Map<string, string>> {
  if (keys.length === 0) return new Map();
  const { rows } = await sql<{ key: string; record_id: string }>`
    select key, record_id from record_key
    where object_api_name = ${apiName} and source = ${source} and key = any(${keys}::text[])`.execute(db);
  return new Map(rows.map((row) => [row.key, row.record_id]));
}

export async function insertKeys(
  db: Db,
  apiName: string,
  source: string,
  rows: readonly { key: string; id: string }[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into record_key (object_api_name, source, key, record_id)
    select ${apiName}, ${source}, key, id
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as incoming(key text, id bigint)`.execute(db);
}
