import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { OptionSet } from '#schemas/metadata/option-set.ts';
import type { BackFill } from '#generators/back-fill-storage.ts';
import { unkeptFields, withKeptFields } from '#generators/conversions.ts';
import { isSealed } from '#generators/field-types/sealed.ts';
import { isSystem } from '#generators/object.ts';
import { plan, storageColumns, switchedFields, tableOf } from '#generators/storage.ts';
import { StorageFault } from '#generators/storage-fault.ts';
import { Failure } from '#shared/errors.ts';
import { type UniqueKey, uniqueKeys, uniqueWords } from '#generators/unique.ts';
import { backFills } from '#shared/metadata/back-fill.ts';
import { withFormerRoute } from '#shared/metadata/former-routes.ts';
import { takenAddress } from '#shared/metadata/object-address.ts';
import type { Db } from '#server/db/database.ts';
import { conflict } from '#server/core/catalog/versions/version-words.ts';
import { withDeferredFills } from './back-fill-job.ts';
import { neverHeld } from './conversion-queries.ts';
import { lockRoutes } from './queries.ts';
import { recordsAlike } from '#server/core/records/unique-queries.ts';
import { holdsValues } from './sealing-queries.ts';
import type { StorageChange } from './storage-steps.ts';

/** Two lists at one address: the people of one of them would look at the other. @throws Failure INVALID_METADATA */
export async function refuseTakenRoute(db: Db, definition: ObjectDefinition): Promise<void> {
  const taken = await lockRoutes(db, definition);
  if (taken === undefined) return;
  const message = takenAddress(taken.route, taken.label);
  throw new Failure('INVALID_METADATA', message, [
    { field: taken.route === definition.route ? 'route' : 'fixedLists', message },
  ]);
}

/** Options that records may hold stay. @throws Failure INVALID_METADATA */
export function refuseDropped(before: OptionSet | undefined, next: OptionSet): void {
  const kept = new Set(next.options.map((option) => option.value));
  const dropped = before?.options.find((option) => !kept.has(option.value));
  if (!dropped) return;
  throw new Failure('INVALID_METADATA', `选项“${dropped.label}”不能删除，只能停用：已有记录可能正在使用`, [
    { field: dropped.value, message: '选项不能删除，只能停用' },
  ]);
}

/** @throws Failure CONFLICT where another save came in between, with what it changed */
export async function refuseStale(
  db: Db,
  kind: 'object' | 'optionSet',
  name: string,
  current: number | undefined,
  baseVersion: number,
): Promise<void> {
  if ((current ?? 0) !== baseVersion) throw await conflict(db, { kind, name }, baseVersion);
}

/** What is kept sealed is never opened again, and what people can search for today does not become unfindable by a slip. */
export async function refuseSwitched(
  db: Db,
  from: ObjectDefinition,
  to: ObjectDefinition,
  seals: (field: FieldDefinition) => boolean = () => false,
): Promise<void> {
  const closing = switchedFields(from, to).filter((field) => !seals(field));
  const switched = [...closing, ...switchedFields(from, to, true)];
  for (const field of switched) {
    if (!(await holdsValues(db, tableOf(from), field.apiName))) continue;
    const what = isSealed(field) ? '不能改为加密保存' : '不能取消加密保存';
    const message = `字段“${field.label}”已有数据，${what}，请另建一个字段`;
    throw new Failure('INVALID_METADATA', message, [{ field: field.apiName, message }]);
  }
}

/** The steps of a change, with what kept records get where they have no value, and hidden fields for what may be lost. */
export async function planned(
  db: Db,
  current: ObjectDefinition | undefined,
  asked: ObjectDefinition,
): Promise<Pick<StorageChange, 'to' | 'steps' | 'fills'>> {
  const isKept = current !== undefined && !isSystem(asked);
  const free = isKept ? await neverHeld(db, current, unkeptFields(current, asked)) : undefined;
  const placed = current ? withFormerRoute(current, asked) : asked;
  const to = isKept ? withKeptFields(current, placed, free) : placed;
  const fills = backFills(current, to);
  try {
    const steps = await withDeferredFills(db, current, to, plan(current, to, fills, free), fills);
    const later = new Set(
      steps.flatMap(({ kind, target, deferred }) => (kind === 'fillColumn' && deferred ? [target] : [])),
    );
    const isNow = ({ field }: BackFill) => !later.has(field.apiName);
    return { to, steps, fills: fills.filter(isNow) };
  } catch (error) {
    if (!(error instanceof StorageFault)) throw error;
    throw new Failure('INVALID_METADATA', error.message, [{ field: error.field, message: error.message }]);
  }
}

/** Keys that the next definition asks of records which are there already. */
function newKeys(current: ObjectDefinition, next: ObjectDefinition): UniqueKey[] {
  const known = new Set(uniqueKeys(tableOf(next), current.fields).map(({ index }) => index));
  const columns = new Set(storageColumns(current).map(({ name }) => name));
  return uniqueKeys(tableOf(next), next.fields).filter(
    (key) => !known.has(key.index) && key.columns.every(({ column }) => columns.has(column.name)),
  );
}

/**
 * Values that are to be unique and are not: the index could never be built. Asked while no user can write records of the
 * object. @throws Failure INVALID_METADATA with how many records there are
 */
export async function refuseAlike(
  trx: Db,
  current: ObjectDefinition | undefined,
  next: ObjectDefinition,
): Promise<void> {
  if (!current || isSystem(next)) return;
  for (const key of newKeys(current, next)) {
    const { count } = await recordsAlike(trx, tableOf(next), key, 0);
    if (count === 0) continue;
    const words = `${uniqueWords(key)}，但有 ${count.toLocaleString('en-US')} 条记录的值相同`;
    const message = `${words}，不能保存；请在保存窗口的“已有记录”中打开这些记录，改好后再保存`;
    throw new Failure('INVALID_METADATA', message, [{ field: key.field.apiName, message }]);
  }
}
