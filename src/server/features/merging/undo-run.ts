import type { FieldValue } from '#schemas/metadata/value.ts';
import { isAutomatic } from '#generators/field-types/registry.ts';
import { Failure } from '#shared/errors.ts';
import type { Member } from '#shared/policy/actor.ts';
import { DAY_MS } from '#shared/time/durations.ts';
import { shanghaiDay } from '#shared/time/shanghai.ts';
import { sameValue } from '#shared/validation/same-value.ts';
import type { Db } from '#server/db/database.ts';
import type { Vault } from '#server/db/vault.ts';
import { writeAudit } from '#server/platform/audit/audit-log.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import { noteOf } from '#server/core/changes/change-note.ts';
import { markGroups } from '#server/core/derived/changes.ts';
import { forgetMergedGone } from '#server/core/lifecycle/queries.ts';
import { insertHistory } from '#server/core/records/history-queries.ts';
import { difference } from '#server/core/records/judgement.ts';
import { linkedToSurvivors } from '#server/core/records/aliases.ts';
import { existingIds, insertRows, recordsByIds, updateRows } from '#server/core/records/queries.ts';
import { noteMoved } from './link-queries.ts';
import { refuseRunning } from './merge-run.ts';
import { keptRecord, type MergeRow, mergesOf, removeAlias, restoreRow, setState, settlePair } from './queries.ts';
import { MOVED_COLUMNS } from './register.ts';
import { type MergedPair, restoreColumn } from './register-queries.ts';

/** For how long a merge can be undone. */
const UNDOABLE_MS = 90 * DAY_MS;

/** Origin of what an undo writes in the history of records. */
export const undoOriginOf = (mergeId: string): string => `undo:merge#${mergeId}`;

export const pairOf = (merge: MergeRow): MergedPair => ({
  mergeId: merge.id,
  objectApiName: merge.object_api_name,
  survivorId: merge.survivor_id,
  loserId: merge.loser_id,
});

/** @throws Failure CONFLICT, saying what has to be done first or why it cannot be undone any more. */
async function refuseUndo(trx: Db, object: CatalogObject, merge: MergeRow, now: Date): Promise<void> {
  const { survivor_id: survivorId, loser_id: loserId, object_api_name: apiName } = merge;
  if (merge.state === 'moving') throw new Failure('CONFLICT', '这次合并还在进行，完成后才能撤销');
  if (merge.state !== 'done') throw new Failure('CONFLICT', '这次合并已经撤销');
  if (now.getTime() - new Date(merge.at).getTime() > UNDOABLE_MS)
    throw new Failure('CONFLICT', '合并已超过 90 天，不能撤销');
  await refuseRunning(trx, apiName, [survivorId, loserId], merge.id);
  const later = (await mergesOf(trx, apiName, [survivorId])).findLast(({ id }) => BigInt(id) > BigInt(merge.id));
  if (later)
    throw new Failure('CONFLICT', `之后“${later.loser_name}”又合并到了“${later.survivor_name}”，请先撤销那次合并`);
  const there = await existingIds(trx, object.table, [survivorId, loserId]);
  if (!there.has(survivorId)) throw new Failure('CONFLICT', `合并后的“${merge.survivor_name}”已不存在，不能撤销`);
  if (there.has(loserId)) throw new Failure('CONFLICT', `“${merge.loser_name}”的编号已有记录，不能撤销`);
}

/**
 * Takes a merge back: the record that went comes back under its id, with its keys and what the platform keeps by it; the
 * survivor gets back what the merge wrote and no one changed since. Links follow in slices. In the caller's transaction,
 * which holds the merge and the object.
 */
export async function runUndo(
  trx: Db,
  object: CatalogObject,
  merge: MergeRow,
  { actor, reason, now, vault }: { actor: Member; reason: string; now: Date; vault: Vault },
): Promise<void> {
  await refuseUndo(trx, object, merge, now);
  const pair = pairOf(merge);
  const { loserId, survivorId, objectApiName } = pair;
  const origin = undoOriginOf(merge.id);
  const [loser, before, merged] = [
    await keptRecord(trx, vault, object, merge.id, 'loser_row'),
    await keptRecord(trx, vault, object, merge.id, 'survivor_row'),
    await keptRecord(trx, vault, object, merge.id, 'merged_row'),
  ];
  const [survivor] = await recordsByIds(trx, vault, object, [survivorId], true);
  if (!loser || !before || !merged || !survivor) throw new Error('A row that a merge kept is gone.');
  await removeAlias(trx, pair);
  await forgetMergedGone(trx, objectApiName, loserId);
  // The definition may be another one by now, and what it linked to may have been merged itself.
  const values = object.formulas.kept(await linkedToSurvivors(trx, object.fields, loser.values), shanghaiDay(now));
  // The version at which it went was one more.
  const back = { id: loserId, version: loser.version + 2, values, changes: difference(object.fields, {}, values) };
  const restored: Record<string, FieldValue> = { ...survivor.values };
  const kept: string[] = [];
  for (const field of object.fields) {
    const { apiName } = field;
    if (isAutomatic(field) || sameValue(before.values[apiName], merged.values[apiName])) continue;
    if (sameValue(survivor.values[apiName], merged.values[apiName])) restored[apiName] = before.values[apiName] ?? null;
    else kept.push(apiName);
  }
  const next = object.formulas.kept(await linkedToSurvivors(trx, object.fields, restored), shanghaiDay(now));
  const changes = difference(object.fields, survivor.values, next);
  const isChanged = Object.keys(changes).length > 0;
  const written = { id: survivorId, version: survivor.version + 1, values: next, old: survivor, changes };
  // What the survivor took over goes back first: both cannot have a value that no two records may share.
  if (isChanged) await updateRows(trx, vault, object, [written], now, noteOf(origin));
  await insertRows(trx, vault, object, [back], actor.id, now, null, noteOf(origin), 'restored');
  await restoreRow(trx, object, merge.id, now);
  await insertHistory(trx, object, isChanged ? [back, written] : [back], actor.id, origin, now);
  await noteMoved(
    trx,
    merge.id,
    kept.map((field) => ({ objectApiName, recordId: survivorId, field, place: null, hadBoth: false })),
    'kept',
  );
  for (const column of MOVED_COLUMNS) await restoreColumn(trx, column, pair);
  await settlePair(trx, pair, 'open', null);
  await markGroups(trx, object, [loserId, survivorId], origin);
  await setState(trx, merge.id, 'undoing', { undone_by: actor.id, undo_reason: reason });
  const details = { objectApiName, survivorId, loserId, mergeId: merge.id };
  await writeAudit(
    trx,
    { actor, action: 'record.mergeUndone', target: { kind: 'record', id: loserId }, reason, details },
    now,
  );
}
