import { setImmediate } from 'node:timers/promises';
import type { Static } from 'typebox';
import type { FieldRecast } from '#schemas/api/metadata-losses.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { FieldValue } from '#schemas/metadata/value.ts';
import { fieldType } from '#generators/field-types/registry.ts';
import { type Loss, noLoss, withLost } from '#shared/metadata/recast-value.ts';
import type { Actor } from '#shared/policy/actor.ts';
import { decideAudience } from '#shared/policy/decide.ts';
import type { Db } from '#server/db/database.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import { readableFields } from '#server/core/catalog/object-view.ts';
import { lostText, type ReadRecast, readRecasts } from '#server/core/catalog/recast.ts';
import { heldIn } from './queries.ts';

/** Values that one answer shows for each field, and records named for each of them. */
const MOST_VALUES = 200;
const MOST_EXAMPLES = 3;
/** Values read before other requests have their turn. */
const BREATH = 1000;

/** What some records lose of a field, with the values one by one. */
export interface Lost {
  readonly field: string;
  loss: Loss;
  readonly values: Map<string, { readonly text: string; records: number; ids: readonly string[] }>;
}

/** The fields that a change reads as ones of another type; none of an object that is new. */
export function recastsTo(catalog: Catalog, to: ObjectDefinition): readonly ReadRecast[] {
  const from = catalog.find(to.apiName)?.saved;
  return from ? readRecasts(from, to, catalog.optionSets) : [];
}

/** The same in words. */
export const recastWords = (catalog: Catalog, to: ObjectDefinition): Static<typeof FieldRecast>[] =>
  recastsTo(catalog, to).map(({ from, to: next, kept }) => ({
    field: next.apiName,
    label: next.label,
    from: fieldType(from).label,
    to: fieldType(next).label,
    kept: kept.label,
  }));

/** Adds what the next records behind an id lose of a field. */
export async function lossesOf(
  db: Db,
  table: string,
  { from, read }: ReadRecast,
  { after, size }: { readonly after: string; readonly size: number },
  lost: Map<string, Lost>,
): Promise<void> {
  const type = fieldType(from);
  const one = lost.get(from.apiName) ?? { field: from.apiName, loss: noLoss(from.apiName), values: new Map() };
  lost.set(from.apiName, one);
  const rows = await heldIn(db, table, from, { after, size, mostIds: MOST_EXAMPLES });
  for (const [index, { held, records, ids }] of rows.entries()) {
    if (index % BREATH === 0) await setImmediate();
    const value: FieldValue = type.fromColumns(held, from);
    if (read(value) !== undefined) continue;
    const key = lostText(value);
    one.loss = withLost(one.loss, key, records);
    const known = one.values.get(key);
    if (known) known.records += records;
    else one.values.set(key, { text: type.toText(value, from), records, ids });
  }
}

/** What of a loss is shown: the values that most records lose. */
export function shownLoss({ loss, values }: Lost) {
  const shown = [...values.values()].toSorted((left, right) => right.records - left.records).slice(0, MOST_VALUES);
  return { ...loss, values: shown, different: values.size };
}

/** The fields whose values a member of staff may look at. */
export function openFields(object: CatalogObject | undefined, actor: Actor): ReadonlySet<string> {
  if (!object || decideAudience(actor, object.definition.access, 'staff') !== null) return new Set();
  return new Set(readableFields(object, actor).map(({ apiName }) => apiName));
}
