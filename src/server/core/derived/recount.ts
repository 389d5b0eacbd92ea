import type { FieldValue } from '#schemas/metadata/value.ts';
import { isComputed } from '#generators/field-types/registry.ts';
import type { Formulas } from '#shared/rules/formulas.ts';
import { shanghaiDay } from '#shared/time/shanghai.ts';
import type { Db } from '#server/db/database.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import { plainRecords } from '#server/core/records/queries.ts';
import { writeFollowing } from '#server/core/records/rate-queries.ts';
import { isSearched, keepSearchTexts } from '#server/core/search/queries.ts';
import type { SearchedObject } from '#server/core/search/search-text.ts';
import { BY_METADATA, derivedNote } from '#server/core/changes/change-note.ts';
import { type LoggedObject, logInsert } from '#server/core/changes/queries.ts';
import { type DerivedObject, edgesOf, noteChanges } from './changes.ts';
import { effectiveValues, statedOf } from './counted-values.ts';
import type { DerivedGroup } from './plan.ts';
import { sameKept } from './same-kept.ts';
import { insertDerivedHistory } from './history-queries.ts';

/** What is to be worked out: the values that a group gives of some records of its home; without one, formulas alone. */
export interface Recount {
  readonly group: DerivedGroup | undefined;
  readonly ids: readonly string[];
}

/** An object with the fields that are read and may be written. */
export type RecountedObject = DerivedObject &
  SearchedObject &
  LoggedObject & { readonly formulas: Pick<Formulas, 'kept'> };

export interface RecountOptions {
  readonly now: Date;
  /** The values are filled in for the first time, which is no change in the life of a record. */
  readonly isFill?: boolean;
  /** What the values of a record follow from, for its history. */
  readonly causeOf?: (id: string) => string | null;
}

/**
 * Works out values of some records again, with the formulas that follow from them, and writes those that differ. No user
 * edited these records: versions and times stay. The records are locked in one statement and counted in the next, whose
 * snapshot is newer than the lock: a writer that was before it is counted, one that comes after it leaves a mark. True where
 * what follows from these values was marked in turn.
 */
export async function recount(
  trx: Db,
  catalog: Catalog,
  object: RecountedObject,
  parts: readonly Recount[],
  options: RecountOptions,
): Promise<boolean> {
  const records = await plainRecords(trx, object, [...new Set(parts.flatMap(({ ids }) => ids))], true);
  if (records.length === 0) return false;
  const today = shanghaiDay(options.now);
  const counted = new Map<string, Record<string, FieldValue>>();
  const kept = new Set(records.map(({ id }) => id));
  const stated = await statedOf(trx, object, [...kept]);
  for (const { group, ids: asked } of parts) {
    const there = asked.filter((id) => kept.has(id));
    if (!group || there.length === 0) continue;
    const edges = await edgesOf(trx, catalog, group);
    for (const [id, values] of await effectiveValues(trx, { group, ids: there }, stated, edges, today))
      counted.set(id, { ...counted.get(id), ...values });
  }
  const changed = records.flatMap((record) => {
    const next = object.formulas.kept({ ...record.values, ...counted.get(record.id) }, today);
    const differing = object.fields.filter(
      (field) => isComputed(field) && !sameKept(field, record.values[field.apiName], next[field.apiName]),
    );
    const changes = Object.fromEntries(
      differing.map(({ apiName }) => [
        apiName,
        { before: record.values[apiName] ?? null, after: next[apiName] ?? null },
      ]),
    );
    return differing.length > 0 ? [{ id: record.id, before: record.values, values: next, changes }] : [];
  });
  if (changed.length === 0) return false;
  const names = new Set(changed.flatMap(({ changes }) => Object.keys(changes)));
  await writeFollowing(
    trx,
    object.table,
    object.fields.filter(({ apiName }) => names.has(apiName)),
    changed,
  );
  if (isSearched(object, names)) await keepSearchTexts(trx, object, changed);
  const causes = changed.map(({ id, changes }) => ({ id, changes, cause: options.causeOf?.(id) ?? null }));
  if (!options.isFill) await insertDerivedHistory(trx, object.apiName, causes, options.now);
  const news = Map.groupBy(causes, ({ cause }) => (options.isFill ? BY_METADATA : derivedNote(cause)).quiet);
  const logs = [...news].map(([quiet, some]) => {
    const written = some.map(({ id, changes }) => ({ id, fields: Object.keys(changes) }));
    return logInsert(object, 'updated', written, options.isFill ? BY_METADATA : { ...derivedNote(null), quiet });
  });
  const next = changed.map(({ id, before, values }) => ({ id, old: before, next: values }));
  return noteChanges(trx, object, next, logs);
}
