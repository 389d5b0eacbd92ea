import { sql } from 'kysely';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { Db } from '#server/db/database.ts';
import type { Vault } from '#server/db/vault.ts';
import { sealValue } from '#server/core/records/sealed-values.ts';

const SLICE = 500;

/** Does any record hold a value in this column? */
export async function holdsValues(db: Db, table: string, column: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from ${sql.table(table)} where ${sql.ref(column)} is not null limit 1`.execute(db);
  return rows.length > 0;
}

/** Replaces what one column of some rows holds, slice by slice in the order of ids, by the value that `sealed` gives. */
async function writeSlices(
  trx: Db,
  table: string,
  column: string,
  which: 'filled' | 'empty',
  sealed: (id: string, value: string) => string,
  between: () => void,
): Promise<void> {
  const condition = which === 'filled' ? sql`is not null` : sql`is null`;
  for (let after = '0'; ;) {
    const { rows } = await sql<{ id: string; value: string }>`
      select id::text as id, ${sql.ref(column)} as value from ${sql.table(table)}
      where id > ${after}::bigint and ${sql.ref(column)} ${condition}
      order by ${sql.table(table)}.id limit ${SLICE}`.execute(trx);
    const last = rows.at(-1);
    if (!last) return;
    const written = rows.map(({ id, value }) => ({ id, value: sealed(id, value) }));
    await sql`
      update ${sql.table(table)} as kept set ${sql.ref(column)} = incoming.value
      from jsonb_to_recordset(${JSON.stringify(written)}::jsonb) as incoming(id bigint, value text)
      where kept.id = incoming.id`.execute(trx);
    between();
    after = last.id;
  }
}

/**
 * Seals every value of a column, slice by slice, inside the transaction that makes its field a sealed one: writers of the
 * object wait for it, and a process that dies leaves everything open and of the older version. What was written down of
 * the values elsewhere (history, corrections, search) goes as well.
 */
export async function sealColumn(
  trx: Db,
  vault: Vault,
  objectApiName: string,
  field: FieldDefinition,
  between: () => void,
): Promise<void> {
  const sealed = (id: string, value: string) => sealValue(vault, { objectApiName, field, id }, value);
  await writeSlices(trx, objectApiName, field.apiName, 'filled', sealed, between);
  await forgetValues(trx, objectApiName, field);
}

/** Gives records without one a value of a sealed field, inside the transaction that makes the field need it. */
export async function fillSealed(
  trx: Db,
  vault: Vault,
  objectApiName: string,
  field: FieldDefinition,
  value: string,
  between: () => void,
): Promise<void> {
  const sealed = (id: string) => sealValue(vault, { objectApiName, field, id }, value);
  await writeSlices(trx, objectApiName, field.apiName, 'empty', sealed, between);
}

async function forgetValues(trx: Db, objectApiName: string, { apiName, config }: FieldDefinition): Promise<void> {
  const unsaid = JSON.stringify({ [apiName]: { before: null, after: null } });
  await sql`
    update record_history set changes = changes || ${unsaid}::jsonb
    where object_api_name = ${objectApiName} and changes ? ${apiName}::text`.execute(trx);
  await sql`
    update correction set before = 'null', proposed = 'null', before_text = null, proposed_text = null,
      state = case state when 'pending' then 'withdrawn' else state end
    where object_api_name = ${objectApiName} and field = ${apiName}`.execute(trx);
  // The search index fills itself again: what it is filled from has just changed, see followSearchFields.
  if (config?.searchable === true || config?.naming === true)
    await sql`delete from record_search where object_api_name = ${objectApiName}`.execute(trx);
}
