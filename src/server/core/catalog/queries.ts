import { sql } from 'kysely';
import type { VersionedOptionSet } from '#schemas/api/metadata.ts';
import type { StorageStep } from '#schemas/api/storage-step.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { OptionSet } from '#schemas/metadata/option-set.ts';
import { isSystem, liveFields } from '#generators/object.ts';
import type { Db } from '#server/db/database.ts';
import { followFormulas } from '#server/core/formulas/queries.ts';
import { followMatching } from '#server/core/duplicates/queries.ts';
import { followSearchFields } from '#server/core/search/queries.ts';
import type { FillOrder } from './back-fill-queries.ts';

/** An object as it is kept; `revision` grows when what others are worked out of its records changes. */
export interface KeptObject {
  readonly definition: ObjectDefinition;
  readonly revision: number;
}

/** Every object at its current version, the oldest first. */
export async function allObjects(db: Db): Promise<KeptObject[]> {
  const { rows } = await sql<KeptObject>`
    select definition, revision from meta_object o
    order by (select min(at) from meta_object_version v where v.api_name = o.api_name), api_name`.execute(db);
  return rows;
}

/** A list of another object that has an address already. */
interface TakenRoute {
  readonly route: string;
  /** The object's label. */
  readonly label: string;
}

/**
 * The first of an object's addresses that a list of another object has; no other save can take any of them until the
 * transaction ends.
 */
export async function lockRoutes(trx: Db, { apiName, route, fixedLists = [] }: ObjectDefinition) {
  const routes = [route, ...fixedLists.map((list) => list.route)].filter((one) => one !== undefined).toSorted();
  for (const one of routes) {
    const folded = one.toLowerCase();
    await sql`select pg_advisory_xact_lock(hashtext(${`list_route:${folded}`}))`.execute(trx);
    const { rows } = await sql<TakenRoute>`
      select ${one} as route, definition ->> 'label' as label from meta_object
      where api_name <> ${apiName} and (lower(definition ->> 'route') = ${folded} or exists (
        select 1 from jsonb_array_elements(coalesce(definition -> 'fixedLists', '[]'::jsonb)) list
        where lower(list ->> 'route') = ${folded})) limit 1`.execute(trx);
    if (rows[0]) return rows[0];
  }
  return undefined;
}

export async function oneObject(db: Db, apiName: string): Promise<KeptObject | undefined> {
  return db
    .selectFrom('meta_object')
    .select(['definition', 'revision'])
    .where('api_name', '=', apiName)
    .executeTakeFirst();
}

/** An object as it is now, undefined when there is none; no other transaction can save it until this one ends. */
export async function lockObject(trx: Db, apiName: string): Promise<ObjectDefinition | undefined> {
  await sql`select pg_advisory_xact_lock(hashtext(${`meta_object:${apiName}`}))`.execute(trx);
  return (await oneObject(trx, apiName))?.definition;
}

/** Saves of several things at once come one after the other. */
export async function lockTogether(trx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('metadata_together'))`.execute(trx);
}

/**
 * Is an object still as this process knows it? Held until the transaction ends, so that no newer rule slips in between, and
 * nothing is worked out of its records that the writer does not know of.
 */
export async function holdVersion(
  trx: Db,
  { apiName, version, revision }: { readonly apiName: string; readonly version: number; readonly revision: number },
): Promise<boolean> {
  const { rows } = await sql<{ version: number; revision: number }>`
    select version, revision from meta_object where api_name = ${apiName} for share`.execute(trx);
  return rows[0]?.version === version && rows[0].revision === revision;
}

/** Writes the next version: the current row, the history row, the index work to be done later, and what search and formulas follow. */
export async function writeObject(
  trx: Db,
  definition: ObjectDefinition,
  steps: readonly StorageStep[],
  author: string,
  at: Date,
): Promise<void> {
  const json = JSON.stringify(definition);
  await trx
    .insertInto('meta_object')
    .values({ api_name: definition.apiName, version: definition.version, definition: json })
    .onConflict((conflict) =>
      conflict.column('api_name').doUpdateSet({ version: definition.version, definition: json }),
    )
    .execute();
  await trx
    .insertInto('meta_object_version')
    .values({
      api_name: definition.apiName,
      version: definition.version,
      definition: json,
      steps: JSON.stringify(steps),
      author,
      at,
    })
    .execute();
  if (!isSystem(definition)) {
    await followSearchFields(trx, { definition, fields: liveFields(definition) });
    await followMatching(trx, { definition, fields: liveFields(definition) });
    await followFormulas(trx, definition, definition.version === 1);
  }
  const deferred = steps.filter((step) => step.deferred);
  if (deferred.length > 0) {
    await trx
      .insertInto('index_job')
      .values(deferred.map((step) => ({ sql: step.sql, target: step.target, fill: orderOf(definition, step) })))
      .execute();
  }
}

/** Runs one storage step of a plan. The SQL is the planner's own, never a person's. */
export async function runStep(trx: Db, step: StorageStep): Promise<void> {
  await sql.raw(step.sql).execute(trx);
}

/** How long a metadata change may wait for writers and for its table before it steps back: readers queue behind it no longer than this. */
export async function limitLockWait(trx: Db, milliseconds: number): Promise<void> {
  await sql.raw(`set local lock_timeout = '${Math.trunc(milliseconds)}ms'`).execute(trx);
}

export async function allOptionSets(db: Db): Promise<VersionedOptionSet[]> {
  const rows = await db.selectFrom('option_set').select(['definition', 'version']).execute();
  return rows.map(({ definition, version }) => ({ ...definition, version }));
}

export async function oneOptionSet(db: Db, name: string): Promise<VersionedOptionSet | undefined> {
  const row = await db
    .selectFrom('option_set')
    .select(['definition', 'version'])
    .where('name', '=', name)
    .executeTakeFirst();
  return row && { ...row.definition, version: row.version };
}

/** One option set as it is now; no other transaction can save it until this one ends. */
export async function lockOptionSet(trx: Db, name: string): Promise<VersionedOptionSet | undefined> {
  await sql`select pg_advisory_xact_lock(hashtext(${`option_set:${name}`}))`.execute(trx);
  return oneOptionSet(trx, name);
}

/** Writes the next version of an option set: the current row and the history row. */
export async function writeOptionSet(
  trx: Db,
  { version, ...optionSet }: VersionedOptionSet,
  author: string,
  at: Date,
): Promise<void> {
  const { name } = optionSet;
  const definition = JSON.stringify(optionSet satisfies OptionSet);
  await trx
    .insertInto('option_set')
    .values({ name, version, definition })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ version, definition }))
    .execute();
  await trx.insertInto('option_set_version').values({ name, version, definition, author, at }).execute();
}

/** Notifies the other processes when the transaction commits. */
export async function notify(trx: Db, channel: string, payload: string): Promise<void> {
  await sql`select pg_notify(${channel}, ${payload})`.execute(trx);
}

/** Any number will do, as long as it is ours. */
const INDEX_LOCK = 7_315_209;

/** True when this connection may build indexes now: one process at a time, until it lets go or dies. */
export async function takeIndexLock(db: Db): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`select pg_try_advisory_lock(${INDEX_LOCK}) as taken`.execute(db);
  return rows[0]?.taken ?? false;
}

export async function leaveIndexLock(db: Db): Promise<void> {
  await sql`select pg_advisory_unlock(${INDEX_LOCK})`.execute(db);
}

export interface IndexJob {
  readonly id: string;
  readonly sql: string;
  readonly target: string;
  /** What is to be filled, where the work is that; its `sql` is for people. */
  readonly fill: FillOrder | null;
}

/** What a step that is left for afterwards fills, as JSON. */
const orderOf = ({ apiName }: ObjectDefinition, { kind, target }: StorageStep): string | null =>
  kind === 'fillColumn' ? JSON.stringify({ objectApiName: apiName, field: target } satisfies FillOrder) : null;

export async function pendingJobs(db: Db): Promise<IndexJob[]> {
  return db
    .selectFrom('index_job')
    .select(['id', 'sql', 'target', 'fill'])
    .where('done_at', 'is', null)
    .orderBy('id')
    .execute();
}

/** Marks a job as done; without a time it stays to be tried again, with the problem noted. */
export async function finishJob(db: Db, id: string, at: Date | null, problem: string | null): Promise<void> {
  await db.updateTable('index_job').set({ done_at: at, problem }).where('id', '=', id).execute();
}

/** True when an earlier attempt died half way: such an index is never used and blocks its name. */
export async function isInvalidIndex(db: Db, name: string): Promise<boolean> {
  const { rows } = await sql<{ invalid: boolean }>`
    select not i.indisvalid as invalid from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relname = ${name}`.execute(db);
  return rows[0]?.invalid ?? false;
}

export async function runIndexSql(db: Db, statement: string): Promise<void> {
  await sql.raw(statement).execute(db);
}

/** Columns of a table as the database has them, for the check that metadata and storage agree. */
export async function tableColumns(db: Db, table: string): Promise<{ name: string; type: string }[]> {
  const { rows } = await sql<{ name: string; type: string }>`
    select a.attname as name, format_type(a.atttypid, a.atttypmod) as type
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    where c.relname = ${table} and n.nspname = current_schema() and a.attnum > 0 and not a.attisdropped`.execute(db);
  return rows;
}
