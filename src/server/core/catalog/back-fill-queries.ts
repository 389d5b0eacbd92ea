import { sql } from 'kysely';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { isEmptyIn } from '#generators/back-fill-storage.ts';
import { quote } from '#generators/storage.ts';
import type { Db } from '#server/db/database.ts';

/** A field whose kept records are filled after the save that asked for it. */
export interface FillOrder {
  readonly objectApiName: string;
  readonly field: string;
}

/** How many records have nothing in a field, counting no further than `most`. */
export async function emptyRecords(db: Db, table: string, field: FieldDefinition, most: number): Promise<number> {
  const empty = sql.raw(`select from ${quote(table)} where ${isEmptyIn(field)}`);
  const { rows } = await sql<{ count: string }>`
    select count(*)::text as count from (${empty} limit ${most}) counted`.execute(db);
  return Number(rows[0]?.count ?? 0);
}

/** Ids of the next records behind one that have nothing in a field, in order. */
export async function emptyAfter(
  db: Db,
  table: string,
  field: FieldDefinition,
  { after, size }: { readonly after: string; readonly size: number },
): Promise<string[]> {
  const empty = sql.raw(`select id::text as id from ${quote(table)} where ${isEmptyIn(field)}`);
  const { rows } = await sql<{ id: string }>`
    ${empty} and id > ${after}::bigint order by ${sql.table(table)}.id limit ${size}`.execute(db);
  return rows.map(({ id }) => id);
}
