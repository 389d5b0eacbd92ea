import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { OptionSet } from '#schemas/metadata/option-set.ts';
import type { FieldValue } from '#schemas/metadata/value.ts';
import { type Recast, recasts } from '#generators/conversions.ts';
import { fieldType } from '#generators/field-types/registry.ts';
import { resolveOptions } from '#generators/options.ts';
import { tableOf } from '#generators/storage.ts';
import { Failure } from '#shared/errors.ts';
import { isSameLoss, type Loss, noLoss, recaster, withLost } from '#shared/metadata/recast-value.ts';
import type { Db } from '#server/db/database.ts';
import {
  correctionsOf,
  fillPrepared,
  goneAfter,
  heldAfter,
  historyAfter,
  listHeld,
  writeCorrections,
  writeGone,
  writeHistory,
  writeRead,
} from './recast-queries.ts';

/** A field that is read as one of another type, with the options of both, and how its values are read. */
export interface ReadRecast extends Recast {
  readonly read: (value: FieldValue) => FieldValue;
}

/** The fields that a change reads as ones of another type. */
export function readRecasts(
  from: ObjectDefinition,
  to: ObjectDefinition,
  optionSets: ReadonlyMap<string, OptionSet>,
): ReadRecast[] {
  const found = recasts(from, to);
  if (found.length === 0) return [];
  const [before, after] = [resolveOptions(from, optionSets), resolveOptions(to, optionSets)];
  const inFull = ({ fields }: ObjectDefinition, field: FieldDefinition) =>
    fields.find(({ apiName }) => apiName === field.apiName) ?? field;
  return found.map((one) => {
    const [old, next] = [inFull(before, one.from), inFull(after, one.to)];
    return { ...one, from: old, to: next, read: recaster(old, next) };
  });
}

/** A value as it is known by when it is lost. */
export const lostText = (value: FieldValue): string => JSON.stringify(value);

/** Reads what records hold, fills the prepared columns with it, and says what is lost. */
async function recastRecords(
  trx: Db,
  table: string,
  { from, to, read }: ReadRecast,
  between: () => void,
): Promise<Loss> {
  const [old, next] = [fieldType(from), fieldType(to)];
  let loss = noLoss(from.apiName);
  await listHeld(trx, table, from, to);
  for (let after = '0'; ;) {
    const rows = await heldAfter(trx, from, after);
    const last = rows.at(-1);
    if (!last) break;
    const written = rows.flatMap(({ n, held, records }) => {
      const value = old.fromColumns(held, from);
      const found = read(value);
      if (found === undefined) loss = withLost(loss, lostText(value), records);
      return found === undefined ? [] : [{ n, read: next.toColumns(found, to) }];
    });
    await writeRead(trx, to, written);
    between();
    after = last.n;
  }
  await fillPrepared(trx, table, from, to);
  return loss;
}

/** What was written down of the values elsewhere is kept as it was with the hidden field, and read as the new type beside it. */
async function recastKept(trx: Db, objectApiName: string, { from, to, kept, read }: ReadRecast): Promise<void> {
  const side = (value: unknown): FieldValue => (value === null ? undefined : read(value));
  const { apiName } = from;
  for (let after: readonly [string, string] = ['0', '0']; ;) {
    const rows = await historyAfter(trx, objectApiName, apiName, after);
    const last = rows.at(-1);
    if (!last) break;
    const written = rows.map(({ record, version, before, after: next }) => {
      const [was, is] = [side(before), side(next)];
      const isSaid = was !== undefined || is !== undefined;
      return { record, version, read: isSaid ? { before: was ?? null, after: is ?? null } : null };
    });
    await writeHistory(trx, objectApiName, apiName, kept.apiName, written);
    after = [last.record, last.version];
  }
  const corrections = (await correctionsOf(trx, objectApiName, apiName)).map(({ key, before, after }) => ({
    key,
    before: side(before) ?? null,
    proposed: side(after) ?? null,
  }));
  if (corrections.length > 0) await writeCorrections(trx, kept.apiName, corrections);
  const [old, next] = [fieldType(from), fieldType(to)];
  for (let after = '0'; ;) {
    const rows = await goneAfter(trx, objectApiName, from, after);
    const last = rows.at(-1);
    if (!last) return;
    const written = rows.map(({ id, held }) => ({ id, read: next.toColumns(read(old.fromColumns(held, from)), to) }));
    await writeGone(trx, from, to, kept, written);
    after = last.id;
  }
}

/**
 * Reads the values of a field as ones of its new type: in records, and wherever else they are kept. Nothing is destroyed:
 * each value stays in the hidden field.
 * @throws Failure INVALID_METADATA where other values would be lost than staff agreed to.
 */
export async function recastField(
  trx: Db,
  object: ObjectDefinition,
  recast: ReadRecast,
  agreed: readonly Loss[],
  between: () => void,
): Promise<void> {
  const { from, to } = recast;
  const loss = await recastRecords(trx, tableOf(object), recast, between);
  if (loss.records > 0 && !agreed.some((one) => isSameLoss(one, loss))) {
    const known = agreed.find(({ field }) => field === loss.field);
    const change = `字段“${to.label}”由“${fieldType(from).label}”改为“${fieldType(to).label}”可能丢失数据`;
    const words = known
      ? `已有的值在检查后又有变化，现在有 ${loss.records} 条记录的值无法转换，请重新检查并确认`
      : `有 ${loss.records} 条记录的值无法转换，须先检查并确认`;
    throw new Failure('INVALID_METADATA', `${change}：${words}`, [
      { field: to.apiName, message: `${change}：${words}` },
    ]);
  }
  await recastKept(trx, object.apiName, recast);
}
