import { sql } from 'kysely';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { isFromOthers } from '#generators/field-types/registry.ts';
import { liveFields } from '#generators/object.ts';
import { Formulas } from '#shared/rules/formulas.ts';
import { derivedFingerprint } from '#server/core/derived/plan.ts';
import type { Db } from '#server/db/database.ts';

/** How far the records of an object have been gone through for one formula. */
export interface FormulaState {
  readonly field: string;
  readonly fingerprint: string;
  readonly filledTo: string;
  readonly done: boolean;
}

/** The values of an object's records that are worked out and kept, with a text that changes when they become others. */
export function computedFields(definition: ObjectDefinition): { field: string; fingerprint: string }[] {
  const formulas = new Formulas(definition);
  const lasting = formulas.fields.filter(({ apiName }) => !formulas.changesDaily(apiName));
  const fromOthers = liveFields(definition).filter(isFromOthers);
  return [
    ...lasting.map(({ apiName }) => ({ field: apiName, fingerprint: formulas.fingerprint(apiName) })),
    ...fromOthers.map((field) => ({ field: field.apiName, fingerprint: derivedFingerprint(field) })),
  ];
}

/**
 * Begins to go through an object's records for every formula that is new or gives something else than before, in the
 * transaction that saves the definition. A new object has no records: its formulas are done.
 */
export async function followFormulas(trx: Db, definition: ObjectDefinition, isNew: boolean): Promise<void> {
  const rows = computedFields(definition);
  const object = definition.apiName;
  // A field that is removed loses its state: records written meanwhile do not have it worked out.
  await sql`
    delete from formula_state where object_api_name = ${object}
      and field_api_name <> all(${rows.map(({ field }) => field)}::text[])`.execute(trx);
  await sql`
    insert into formula_state (object_api_name, field_api_name, fingerprint, done)
    select ${object}, field, fingerprint, ${isNew}::boolean
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as incoming(field text, fingerprint text)
    on conflict (object_api_name, field_api_name) do update
      set fingerprint = excluded.fingerprint, filled_to = 0, done = false
      where formula_state.fingerprint <> excluded.fingerprint`.execute(trx);
}

/** Begins again with the formulas that read one of these fields, whose values a save of the definition has changed. */
export async function reworkFormulas(
  trx: Db,
  definition: ObjectDefinition,
  changed: ReadonlySet<string>,
): Promise<void> {
  const formulas = new Formulas(definition);
  const readsChanged = (apiName: string) => [...formulas.sources(apiName)].some((source) => changed.has(source));
  const readers = formulas.fields.map(({ apiName }) => apiName).filter(readsChanged);
  if (readers.length > 0) await noteFormulas(trx, definition.apiName, readers, { filledTo: '0', done: false });
}

/** The states of an object's formulas; with `lock` no other process goes on until the transaction ends. */
export async function formulaStates(db: Db, objectApiName: string, lock: boolean): Promise<readonly FormulaState[]> {
  const query = db
    .selectFrom('formula_state')
    .select(['field_api_name as field', 'fingerprint', 'filled_to as filledTo', 'done'])
    .where('object_api_name', '=', objectApiName);
  return (lock ? query.forUpdate() : query).execute();
}

export async function noteFormulas(
  trx: Db,
  objectApiName: string,
  fields: readonly string[],
  state: { readonly filledTo: string; readonly done: boolean },
): Promise<void> {
  await trx
    .updateTable('formula_state')
    .set({ filled_to: state.filledTo, done: state.done })
    .where('object_api_name', '=', objectApiName)
    .where('field_api_name', 'in', [...fields])
    .execute();
}
