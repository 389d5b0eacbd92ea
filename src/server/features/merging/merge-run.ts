import type { mergeRecords } from '#schemas/api/merging.ts';
import type { BodyOf } from '#schemas/api/route.ts';
import { Failure } from '#shared/errors.ts';
import type { Member } from '#shared/policy/actor.ts';
import type { Db } from '#server/db/database.ts';
import { writeAudit } from '#server/platform/audit/audit-log.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import { noteOf } from '#server/core/changes/change-note.ts';
import { markGroups } from '#server/core/derived/changes.ts';
import { keepMergedGone } from '#server/core/lifecycle/queries.ts';
import { insertHistory } from '#server/core/records/history-queries.ts';
import { difference, formContext } from '#server/core/records/judgement.ts';
import { updateRows } from '#server/core/records/queries.ts';
import { removeRecords } from '#server/core/records/removal-queries.ts';
import { judgeMerge, type JudgeTools } from './judged-merge.ts';
import { refuseAlikeLinks } from './link-clashes.ts';
import { insertAlias, insertMerge, keepMerged, mergesOf, settlePair } from './queries.ts';
import { MOVED_COLUMNS } from './register.ts';
import { type MergedPair, moveColumn } from './register-queries.ts';

/** Origin of what a merge writes in the history of records. */
export const originOf = (mergeId: string): string => `merge:${mergeId}`;

/** @throws Failure CONFLICT while references of an earlier merge of one of these records are on their way. */
export async function refuseRunning(trx: Db, objectApiName: string, ids: readonly string[], but = ''): Promise<void> {
  const merges = await mergesOf(trx, objectApiName, ids);
  const running = merges.find(({ id, state }) => id !== but && state !== 'done');
  if (running)
    throw new Failure('CONFLICT', `“${running.loser_name}”与“${running.survivor_name}”的合并还在进行，请稍后再试`);
}

/**
 * Merges one record into another: writes the survivor, removes the other one, leads its id and natural keys to the
 * survivor, and moves what the platform keeps by it. Records that link to it follow in slices. In the caller's
 * transaction, which holds the object; gives the id of the merge.
 */
export async function runMerge(
  trx: Db,
  object: CatalogObject,
  body: BodyOf<typeof mergeRecords>,
  key: string,
  { actor, now, tools }: { readonly actor: Member; readonly now: Date; readonly tools: JudgeTools },
): Promise<string> {
  const { objectApiName, survivorId, loserId, choices } = body;
  const reason = body.reason.trim();
  await refuseRunning(trx, objectApiName, [survivorId, loserId]);
  const { survivor, loser, judged } = await judgeMerge(trx, object, body, formContext(actor, now), tools, true);
  if (survivor.version !== body.survivorVersion || loser.version !== body.loserVersion)
    throw new Failure('CONFLICT', '记录在预览之后有变化，请重新预览后再合并');
  if (judged.problems.length > 0) throw new Failure('INVALID_BODY', undefined, judged.problems);
  await refuseAlikeLinks(trx, tools.catalog, body);
  const nameOf = ({ values, id }: typeof survivor) => String(values[object.definition.nameField] ?? `#${id}`);
  const names = { survivorName: nameOf(survivor), loserName: nameOf(loser) };
  const merge = { key, objectApiName, survivorId, loserId, ...names, choices, actorId: actor.id, reason };
  const mergeId = await insertMerge(trx, object.table, merge, now);
  const pair: MergedPair = { mergeId, objectApiName, survivorId, loserId };
  const origin = originOf(mergeId);
  // Before the record goes, as its natural keys would go with it.
  for (const column of MOVED_COLUMNS) await moveColumn(trx, column, pair);
  await settlePair(trx, pair, 'merged', { actorId: actor.id, note: reason, at: now });
  await removeRecords(trx, object, [loserId], noteOf(origin));
  await insertAlias(trx, pair, now);
  const changes = difference(object.fields, survivor.values, judged.values);
  const isChanged = Object.keys(changes).length > 0;
  const written = { id: survivorId, version: survivor.version + 1, values: judged.values, old: survivor, changes };
  if (isChanged) await updateRows(trx, tools.vault, object, [written], now, noteOf(origin));
  const gone = { id: loserId, version: loser.version + 1, changes: difference(object.fields, loser.values, {}) };
  await insertHistory(trx, object, isChanged ? [written, gone] : [gone], actor.id, origin, now);
  await markGroups(trx, object, [survivorId], origin);
  await keepMerged(trx, object.table, mergeId);
  const left = { apiName: objectApiName, id: loserId, name: names.loserName, version: loser.version };
  await keepMergedGone(trx, left, { reason, actor: actor.id, at: now });
  const details = { objectApiName, survivorId, loserId, ...names };
  await writeAudit(
    trx,
    { actor, action: 'record.merged', target: { kind: 'record', id: survivorId }, reason, details },
    now,
  );
  return mergeId;
}
