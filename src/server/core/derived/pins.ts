import { Failure } from '#shared/errors.ts';
import { firstDay, isDateText } from '#generators/field-types/date.ts';
import { shanghaiDay } from '#shared/time/shanghai.ts';
import type { Db } from '#server/db/database.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import { existingIds } from '#server/core/records/queries.ts';
import { recount } from './recount.ts';
import { checkStated, type StatedInput } from './state-values.ts';
import { insertPin, removePin } from './stated-queries.ts';

/** A value of a record that is counted, and the user who says what it is. */
interface PinnedField {
  readonly recordId: string;
  readonly field: string;
  readonly actor: string;
}

/** What is to be in effect whatever is counted: until the end of a day, or for good. */
export interface Pin extends StatedInput {
  readonly until: string | null;
}

interface PinDeps {
  readonly catalog: Catalog;
  readonly now: Date;
}

/**
 * Puts a stated value into effect over what is counted, with its history, in the caller's transaction, which holds the
 * version of the object; what follows from the value is marked. The count goes on beside it.
 * @throws Failure UNKNOWN_RECORD; INVALID_BODY naming what is wrong.
 */
export async function pinValue(trx: Db, { catalog, now }: PinDeps, object: CatalogObject, pin: Pin): Promise<void> {
  const { recordId, field, until, asOf = null, reason = '', url = null } = pin;
  if (asOf !== null && !isDateText(asOf)) refuse('asOf', '日期不存在，应为 2026-06-30、2026-06 或 2026 的形式');
  if (asOf !== null && firstDay(asOf) > shanghaiDay(now)) refuse('asOf', '给定值的日期不能晚于今天');
  if (until !== null && (until.length !== 10 || !isDateText(until)))
    refuse('until', '日期不存在，应为 2026-06-30 的形式');
  if (until !== null && until < shanghaiDay(now)) refuse('until', '截止日期不能早于今天');
  if ((await existingIds(trx, object.table, [recordId])).size === 0) throw new Failure('UNKNOWN_RECORD');
  const [judged] = await checkStated(trx, catalog, object, [pin]);
  if (judged?.value === undefined) return refuse(field, '请填写给定的值');
  await insertPin(trx, object.apiName, { ...pin, value: judged.value, asOf, reason, url, until }, now);
  await recountField(trx, { catalog, now }, object, pin, 'pinned');
}

/** Lets what is counted, or stated by the rule of the field, be in effect again. @throws Failure UNKNOWN_RECORD where nothing is pinned. */
export async function unpinValue(trx: Db, deps: PinDeps, object: CatalogObject, of: PinnedField): Promise<void> {
  if (!(await removePin(trx, object.apiName, of.recordId, of.field)))
    throw new Failure('UNKNOWN_RECORD', '这个值没有改用给定值');
  await recountField(trx, deps, object, of, 'unpinned');
}

async function recountField(
  trx: Db,
  { catalog, now }: PinDeps,
  object: CatalogObject,
  { recordId, field, actor }: PinnedField,
  cause: string,
): Promise<void> {
  const group = object.groups.find(({ fields }) => fields.some(({ apiName }) => apiName === field));
  if (!group) return;
  await recount(trx, catalog, object, [{ group, ids: [recordId] }], { now, causeOf: () => `${cause}:${actor}` });
}

function refuse(field: string, message: string): never {
  throw new Failure('INVALID_BODY', message, [{ field, message }]);
}
