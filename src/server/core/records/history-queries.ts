import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';

/** History of one record, newest first, at most 200 entries. */
export async function historyOf(db: Db, apiName: string, id: string) {
  return db
    .selectFrom('record_history')
    .select(['version', 'at', 'actor', 'origin', 'changes'])
    .where('object_api_name', '=', apiName)
    .where('record_id', '=', id)
    .orderBy('version', 'desc')
    .limit(200)
    .execute();
}

export interface HistoryRow {
  readonly id: string;
  readonly version: number;
  readonly changes: Readonly<Record<string, { before: unknown; after: unknown }>>;
}

export async function insertHistory(
  db: Db,
  object: { readonly apiName: string },
  rows: readonly HistoryRow[],
  actor: string,
  origin: string,
  at: Date,
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into record_history (object_api_name, record_id, version, at, actor, origin, changes)
    select ${object.apiName}, id, version, ${at}::timestamptz, ${actor}, ${origin}, changes
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as incoming(id bigint, version integer, changes jsonb)`.execute(
    db,
  );
}

/** What wrote a value last. */
export interface ValueOrigin {
  readonly id: string;
  readonly field: string;
  readonly version: number;
  readonly actor: string;
  readonly origin: string;
  readonly at: string;
}

/** What wrote the values of some fields of records last; the making of a record is of all its fields. */
export async function originsOf(
  db: Db,
  apiName: string,
  ids: readonly string[],
  fields: readonly string[],
): Promise<ValueOrigin[]> {
  const { rows } = await sql<ValueOrigin>`
    select distinct on (h.record_id, f.name) h.record_id::text as id, f.name as field, h.version, h.actor, h.origin, h.at
    from record_history h cross join unnest(${fields}::text[]) as f(name)
    where h.object_api_name = ${apiName} and h.record_id = any(${ids}::bigint[])
      and (h.version = 1 or h.changes ? f.name)
    order by h.record_id, f.name, h.version desc`.execute(db);
  return rows;
}
