import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { FieldValue, RecordValues, ReferenceValue } from '#schemas/metadata/value.ts';
import { isLinking } from '#generators/field-types/registry.ts';
import { shanghaiDay } from '#shared/time/shanghai.ts';
import type { Db } from '#server/db/database.ts';
import type { Vault } from '#server/db/vault.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import { noteOf } from '#server/core/changes/change-note.ts';
import { holdVersion } from '#server/core/catalog/queries.ts';
import { replacedLinks } from '#server/core/records/aliases.ts';
import { insertHistory } from '#server/core/records/history-queries.ts';
import { difference } from '#server/core/records/judgement.ts';
import { linkIds } from '#server/core/records/link-ids.ts';
import { recordsByIds, type StoredRecord, updateRows } from '#server/core/records/queries.ts';
import {
  idsNaming,
  moveRemovedField,
  type MovedLink,
  type NotedLink,
  noteMoved,
  restoreRemovedField,
} from './link-queries.ts';
import type { MergedPair } from './register-queries.ts';

/** Records in one transaction: few enough that others who write them hardly wait. */
export const LINKS_A_SLICE = 500;

/** Who moves links, when, and by what. */
export interface MoveContext {
  readonly catalog: Catalog;
  readonly vault: Vault;
  readonly actor: string;
  readonly origin: string;
  readonly now: Date;
}

/** The object was just changed by another process: it is read again, and the slice is done again. */
export class StaleObject extends Error {
  readonly apiName: string;
  constructor(apiName: string) {
    super(`${apiName} has changed`);
    this.apiName = apiName;
  }
}

/** Fields of an object that link to records of another one, those that were removed too, which may come back. */
export const linksTo = (object: CatalogObject, target: string): FieldDefinition[] =>
  object.definition.fields.filter((field) => field.targetApiName === target && isLinking(field));

/** Objects whose records may link to those of one, in the order in which they are locked. */
export const linkingObjects = (catalog: Catalog, target: string): CatalogObject[] =>
  catalog.storedObjects
    .filter((object) => linksTo(object, target).length > 0)
    .toSorted((a, b) => (a.apiName < b.apiName ? -1 : 1));

/** Moves the next links that lead to the record which is gone; false when there are none left. */
export async function moveSlice(trx: Db, pair: MergedPair, context: MoveContext): Promise<boolean> {
  for (const object of linkingObjects(context.catalog, pair.objectApiName)) {
    const fields = linksTo(object, pair.objectApiName);
    for (const field of fields) {
      const ids = await idsNaming(trx, object.table, field, pair.loserId, LINKS_A_SLICE);
      if (ids.length === 0) continue;
      if (!(await holdVersion(trx, object))) throw new StaleObject(object.apiName);
      if (field.removed === true) await moveRemovedField(trx, object, field, pair);
      else await moveOf(trx, object, fields, ids, pair, context);
      return true;
    }
  }
  return false;
}

async function moveOf(
  trx: Db,
  object: CatalogObject,
  fields: readonly FieldDefinition[],
  ids: readonly string[],
  pair: MergedPair,
  context: MoveContext,
): Promise<void> {
  const { loserId, survivorId } = pair;
  const stored = await recordsByIds(trx, context.vault, object, ids, true);
  const moved: MovedLink[] = [];
  const changed = stored.map((record) => {
    const values: Record<string, FieldValue> = { ...record.values };
    for (const { apiName: field, removed } of fields) {
      const links = linkIds(values[field] ?? null);
      const at = links.indexOf(loserId);
      if (removed === true || at < 0) continue;
      const hadBoth = links.includes(survivorId);
      const value = values[field];
      values[field] = hadBoth
        ? (value as ReferenceValue[]).filter(({ id }) => id !== loserId)
        : replacedLinks(value, (id) => (id === loserId ? survivorId : undefined));
      const place = Array.isArray(value) ? at : null;
      moved.push({ objectApiName: object.apiName, recordId: record.id, field, place, hadBoth });
    }
    return { record, values };
  });
  await write(trx, object, changed, context);
  await noteMoved(trx, pair.mergeId, moved);
}

/** Writes records whose links changed, with the formulas that follow from them and their history. */
async function write(
  trx: Db,
  object: CatalogObject,
  changed: readonly { readonly record: StoredRecord; readonly values: RecordValues }[],
  { vault, actor, origin, now }: MoveContext,
): Promise<void> {
  const today = shanghaiDay(now);
  const rows = changed.map(({ record, values: linked }) => {
    const values = object.formulas.kept(linked, today);
    const changes = difference(object.fields, record.values, values);
    return { id: record.id, version: record.version + 1, values, old: record, changes };
  });
  await updateRows(trx, vault, object, rows, now, noteOf(origin));
  await insertHistory(trx, object, rows, actor, origin, now);
}

/** What became of links that were to be put back, by their ids. */
export interface Restored {
  readonly back: readonly string[];
  readonly kept: readonly string[];
}

/** Puts links of some records of one object back where they still lead to the survivor. */
export async function restoreLinks(
  trx: Db,
  object: CatalogObject | undefined,
  noted: readonly NotedLink[],
  pair: MergedPair,
  context: MoveContext,
): Promise<Restored> {
  const { survivorId, loserId } = pair;
  if (!object) return { back: [], kept: noted.map(({ id }) => id) };
  if (!(await holdVersion(trx, object))) throw new StaleObject(object.apiName);
  const ids = [...new Set(noted.map(({ recordId }) => recordId))];
  const stored = await recordsByIds(trx, context.vault, object, ids, true);
  const back: string[] = [];
  const changed = stored.flatMap((record) => {
    const values: Record<string, FieldValue> = { ...record.values };
    let isChanged = false;
    for (const { id, field, place, hadBoth } of noted.filter(({ recordId }) => recordId === record.id)) {
      if (!object.field(field) || !linkIds(values[field] ?? null).includes(survivorId)) continue;
      values[field] = restoredLink(values[field], { place, hadBoth, survivorId, loserId });
      back.push(id);
      isChanged = true;
    }
    return isChanged ? [{ record, values }] : [];
  });
  await write(trx, object, changed, context);
  for (const [name, own] of Map.groupBy(noted, ({ field }) => field)) {
    const field = linksTo(object, pair.objectApiName).find(({ apiName }) => apiName === name);
    if (field?.removed === true) back.push(...(await restoreRemovedField(trx, object.table, field, own, pair)));
  }
  const isBack = new Set(back);
  return { back, kept: noted.map(({ id }) => id).filter((id) => !isBack.has(id)) };
}

interface Place {
  readonly place: number | null;
  readonly hadBoth: boolean;
  readonly survivorId: string;
  readonly loserId: string;
}

function restoredLink(value: FieldValue, { place, hadBoth, survivorId, loserId }: Place): FieldValue {
  if (!hadBoth) return replacedLinks(value, (id) => (id === survivorId ? loserId : undefined));
  const links = value as ReferenceValue[];
  return links.toSpliced(place ?? links.length, 0, { id: loserId });
}
