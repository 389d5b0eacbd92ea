import { type RawBuilder, sql } from 'kysely';
import type { NamePair } from '#generators/rename-storage.ts';
import type { Db } from '#server/db/database.ts';
import type { Renaming } from '#generators/language/renamed-definition.ts';

/** Where what happened to a field is written down under its name, one field in a row. */
const NAMED = [
  ['correction', 'field'],
  ['merge_moved', 'field'],
  ['quality_day', 'field'],
  ['quality_finding', 'field'],
  ['stated_difference', 'field'],
  ['stated_import', 'field'],
  ['stated_value', 'field'],
] as const;

/** Where a row has a list of names. */
const LISTED = [
  ['alert_hit', 'fields'],
  ['alert_subscription', 'fields'],
  ['change_log', 'fields'],
  ['rule_breach', 'fields'],
] as const;

/** Where values are kept under the names of their fields. */
const KEYED = [
  ['derived_history', 'changes'],
  ['merge', 'choices'],
  ['record_history', 'changes'],
] as const;

/** Where whole rows of the table are kept, under the names of its columns. */
const ROWS = [
  ['gone_record', 'row'],
  ['merge', 'loser_row'],
  ['merge', 'survivor_row'],
  ['merge', 'merged_row'],
] as const;

/** A JSON object with a key called otherwise. */
const withKey = (column: RawBuilder<unknown>, [from, to]: NamePair) =>
  sql`(${column} - ${from}::text) || jsonb_build_object(${to}::text, ${column} -> ${from}::text)`;

/**
 * Writes the new name of a field wherever what is kept of its values names it, so that histories, corrections, undo and
 * alerts go on as if it had always been called so.
 */
export async function renameStored(
  trx: Db,
  { objectApiName, from, to }: Renaming,
  columns: readonly NamePair[],
): Promise<void> {
  for (const [table, name] of NAMED)
    await sql`
      update ${sql.table(table)} set ${sql.ref(name)} = ${to}
      where object_api_name = ${objectApiName} and ${sql.ref(name)} = ${from}`.execute(trx);
  for (const [table, names] of LISTED)
    await sql`
      update ${sql.table(table)} set ${sql.ref(names)} = array_replace(${sql.ref(names)}, ${from}::text, ${to}::text)
      where object_api_name = ${objectApiName} and ${from}::text = any(${sql.ref(names)})`.execute(trx);
  for (const [table, values] of KEYED)
    await sql`
      update ${sql.table(table)} set ${sql.ref(values)} = ${withKey(sql.ref(values), [from, to])}
      where object_api_name = ${objectApiName} and ${sql.ref(values)} ? ${from}::text`.execute(trx);
  for (const [table, row] of ROWS)
    for (const pair of columns)
      await sql`
        update ${sql.table(table)} set ${sql.ref(row)} = ${withKey(sql.ref(row), pair)}
        where object_api_name = ${objectApiName} and ${sql.ref(row)} ? ${pair[0]}::text`.execute(trx);
}

/** Index work that waits is done under the new names. */
export async function renameJobs(
  trx: Db,
  jobs: readonly { readonly before: string; readonly target: string; readonly sql: string }[],
): Promise<void> {
  for (const { before, target, sql: text } of jobs)
    await sql`
      update index_job set target = ${target}, sql = ${text} where target = ${before} and done_at is null`.execute(trx);
}

/** Work on records of an object that is under way and knows its fields by their names. */
export interface WorkUnderWay {
  readonly fills: number;
  readonly bulk: number;
  readonly imports: number;
  readonly merges: number;
}

export async function workUnderWay(trx: Db, objectApiName: string): Promise<WorkUnderWay> {
  const { rows } = await sql<WorkUnderWay>`
    select
      (select count(*)::integer from index_job where done_at is null and fill ->> 'objectApiName' = ${objectApiName}) as fills,
      (select count(*)::integer from bulk_edit where object_api_name = ${objectApiName}
        and state in ('previewing', 'running', 'undoing')) as bulk,
      (select count(*)::integer from import_job where object_api_name = ${objectApiName}
        and state in ('queued', 'running', 'undoing')) as imports,
      (select count(*)::integer from merge where object_api_name = ${objectApiName}
        and state in ('moving', 'undoing')) as merges`.execute(trx);
  return rows[0] ?? { fills: 0, bulk: 0, imports: 0, merges: 0 };
}

/** A state of work over the records of an object that goes on under other words. */
export interface MovedState {
  readonly objectApiName: string;
  /** The field whose values are worked out. */
  readonly names: NamePair;
  readonly fingerprints: NamePair;
}

/** What has been worked out stays so: a formula that reads a field by another name gives what it gave. */
export async function moveFormulas(trx: Db, states: readonly MovedState[]): Promise<void> {
  for (const { objectApiName, names, fingerprints } of states)
    await sql`
      update formula_state set field_api_name = ${names[1]}, fingerprint = ${fingerprints[1]}
      where object_api_name = ${objectApiName} and field_api_name = ${names[0]}
        and fingerprint = ${fingerprints[0]}`.execute(trx);
}

/** Records that are found by a field, or compared by it, are found and compared as before. */
export async function moveFingerprints(
  trx: Db,
  objectApiName: string,
  { search, matching }: { readonly search: NamePair; readonly matching: NamePair },
): Promise<void> {
  for (const [table, [before, after]] of [['search_state', search] as const, ['match_state', matching] as const])
    await sql`
      update ${sql.table(table)} set fingerprint = ${after}
      where object_api_name = ${objectApiName} and fingerprint = ${before}`.execute(trx);
}

/** Links are known by their names, and marks of records by the links that lead to them. */
export async function moveLinks(
  trx: Db,
  { objectApiName, from, to }: Renaming,
  groups: readonly NamePair[],
): Promise<void> {
  await sql`
    update derived_link set field_api_name = ${to}
    where object_api_name = ${objectApiName} and field_api_name = ${from}`.execute(trx);
  for (const [before, after] of groups) {
    await sql`update derived_mark set group_key = ${after} where group_key = ${before}`.execute(trx);
    await sql`update derived_day set group_key = ${after} where group_key = ${before}`.execute(trx);
  }
}

/** Every column whose rows name fields of an object and get the new name when one is renamed, as `table.column`. */
export const RENAMED_COLUMNS: ReadonlySet<string> = new Set(
  [...NAMED, ...LISTED, ...KEYED, ...ROWS, ['derived_link', 'field_api_name'], ['formula_state', 'field_api_name']].map(
    ([table, column]) => `${table}.${column}`,
  ),
);
