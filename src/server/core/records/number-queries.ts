import { sql } from 'kysely';
import { sequenceOf } from '#generators/numbers.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { Db } from '#server/db/database.ts';

/** Takes the next numbers of a field, in order: no other writer is given them, nor are they given back. */
export async function takeNumbers(db: Db, table: string, field: FieldDefinition, count: number): Promise<string[]> {
  if (count === 0) return [];
  const { rows } = await sql<{ number: string }>`
    select nextval(${sequenceOf(table, field)}::regclass)::text as number from generate_series(1, ${count})`.execute(
    db,
  );
  return rows.map(({ number }) => number);
}
