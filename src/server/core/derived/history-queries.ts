import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';

/** Keeps what changed of values that no user wrote, with the record that it followed from. */
export async function insertDerivedHistory(
  trx: Db,
  objectApiName: string,
  rows: readonly { readonly id: string; readonly cause: string | null; readonly changes: object }[],
  at: Date,
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into derived_history (object_api_name, record_id, at, cause, changes)
    select ${objectApiName}, id, ${at}::timestamptz, cause, changes
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as incoming(id bigint, cause text, changes jsonb)`.execute(
    trx,
  );
}

/** A change of values that no user wrote, and what it followed from. */
export interface DerivedChange {
  readonly at: string;
  readonly cause: string | null;
  readonly changes: Readonly<Record<string, { before: unknown; after: unknown }>>;
}

/** Changes of the worked-out values of one record, or of one of them, newest first. */
export async function derivedHistoryOf(
  db: Db,
  objectApiName: string,
  id: string,
  { field, limit }: { readonly field?: string | undefined; readonly limit: number },
): Promise<DerivedChange[]> {
  const { rows } = await sql<DerivedChange>`
    select at, cause, changes from derived_history
    where object_api_name = ${objectApiName} and record_id = ${id}
      and (${field ?? null}::text is null or jsonb_exists(changes, ${field ?? ''}))
    order by id desc limit ${limit}`.execute(db);
  return rows;
}
