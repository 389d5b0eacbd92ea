import { Failure } from '#shared/errors.ts';
import type { Db } from '#server/db/database.ts';
import type { Vault } from '#server/db/vault.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import { shanghaiDay } from '#shared/time/shanghai.ts';
import { noteOf } from '#server/core/changes/change-note.ts';
import { linkedToSurvivors } from './aliases.ts';
import { difference, type WriteContext } from './judgement.ts';
import { insertHistory } from './history-queries.ts';
import { existingIds, insertRows, recordsByIds } from './queries.ts';
import { lastEntry, linkedRecords, removeRecords } from './removal-queries.ts';
import { DAY_MS } from '#shared/time/durations.ts';

/** Origin of the last entry in the history of a record that a person deleted. */
const DELETED = 'delete';
/** For how long a deleted record can be brought back. */
const RESTORABLE_MS = DAY_MS;

/**
 * Deletes a record of the account that `context` names; its last values stay in its history. In the caller's transaction.
 * @throws Failure UNKNOWN_RECORD where there is none of that account, CONFLICT where others link to it.
 */
export async function removeOwn(
  trx: Db,
  vault: Vault,
  object: CatalogObject,
  objects: readonly CatalogObject[],
  id: string,
  context: WriteContext,
): Promise<void> {
  const [old] = await recordsByIds(trx, vault, object, [id], true);
  if (!old || (old.createdBy !== context.actor && !context.roles.includes('staff')))
    throw new Failure('UNKNOWN_RECORD');
  if ((await linkedRecords(trx, objects, object, [id], [id])).size > 0)
    throw new Failure('CONFLICT', '有其他记录引用了这条记录，不能删除');
  const entry = { id, version: old.version + 1, changes: difference(object.fields, old.values, {}) };
  await removeRecords(trx, object, [id], noteOf(context.origin));
  await insertHistory(trx, object, [entry], context.actor, DELETED, context.now);
}

/**
 * Brings back a record that the account which `context` names deleted within the last day, as it was and under its own id;
 * what was sealed in it comes back empty, as no history holds it.
 * @throws Failure UNKNOWN_RECORD where there is no such record.
 */
export async function restoreOwn(
  trx: Db,
  vault: Vault,
  object: CatalogObject,
  id: string,
  context: WriteContext,
): Promise<void> {
  const last = await lastEntry(trx, object.apiName, id);
  const isTheirs = last?.origin === DELETED && last.actor === context.actor;
  const isLate = !last || context.now.getTime() - new Date(last.at).getTime() > RESTORABLE_MS;
  if (!isTheirs || isLate || (await existingIds(trx, object.table, [id])).size > 0) throw new Failure('UNKNOWN_RECORD');
  const version = last.version + 1;
  // The record may have been deleted under another definition: formulas are worked out again. What it linked to may have
  // been merged since.
  const before = await linkedToSurvivors(trx, object.fields, last.before);
  const values = object.formulas.kept(before, shanghaiDay(context.now));
  const note = noteOf(context.origin);
  await insertRows(trx, vault, object, [{ id, version, values }], last.creator, context.now, null, note, 'restored');
  const changes = difference(object.fields, {}, values);
  await insertHistory(trx, object, [{ id, version, changes }], context.actor, context.origin, context.now);
}
