import type { RetireKind } from '#schemas/api/lifecycle.ts';
import { shanghaiDay } from '#shared/time/shanghai.ts';
import { Failure } from '#shared/errors.ts';
import type { Db } from '#server/db/database.ts';
import type { Vault } from '#server/db/vault.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import { noteOf } from '#server/core/changes/change-note.ts';
import { logInsert } from '#server/core/changes/queries.ts';
import { noteChanges } from '#server/core/derived/changes.ts';
import { insertMarks } from '#server/core/derived/queries.ts';
import { allLinkedToSurvivors } from '#server/core/records/aliases.ts';
import { insertHistory } from '#server/core/records/history-queries.ts';
import { difference, type WriteContext } from '#server/core/records/judgement.ts';
import { recordsByIds, type StoredRecord, updateRows } from '#server/core/records/queries.ts';
import { linkedRecords, removeRecords } from '#server/core/records/removal-queries.ts';
import { type GoneRow, keepGone, returnKeys, returnRows } from './queries.ts';

/** How and why records are put away; with `bulkId` as part of a bulk edit. */
export interface PutAway {
  readonly kind: RetireKind;
  readonly reason: string;
  readonly context: WriteContext;
  readonly bulkId?: string;
}

/**
 * Takes records that the caller has locked out of their table, and with them out of every list, count, search and roll-up.
 * Those that are archived keep their natural keys, so that no import makes them again; links to them stay.
 */
export async function putAway(
  trx: Db,
  object: CatalogObject,
  records: readonly StoredRecord[],
  { kind, reason, context, bulkId }: PutAway,
): Promise<void> {
  if (records.length === 0) return;
  const ids = records.map(({ id }) => id);
  const { actor, now, origin } = context;
  await keepGone(trx, object, ids, { kind, reason, actor, at: now, bulkId: bulkId ?? null });
  await removeRecords(trx, object, ids, noteOf(origin));
  if (kind === 'archived') await returnKeys(trx, object.apiName, ids);
  // The last values of what is deleted stay in its history when its row is emptied.
  const history = records.map(({ id, version, values }) => ({
    id,
    version: version + 1,
    changes: kind === 'deleted' ? difference(object.fields, values, {}) : {},
  }));
  await insertHistory(trx, object, history, actor, origin, now);
}

/** One record by id, locked and put away. @throws Failure UNKNOWN_RECORD; CONFLICT where others link to what is to be deleted. */
export async function putAwayOne(
  trx: Db,
  vault: Vault,
  object: CatalogObject,
  objects: readonly CatalogObject[],
  id: string,
  away: PutAway,
): Promise<void> {
  const records = await recordsByIds(trx, vault, object, [id], true);
  if (records.length === 0) throw new Failure('UNKNOWN_RECORD');
  const by = away.kind === 'deleted' ? (await linkedRecords(trx, objects, object, [id], [id])).get(id) : undefined;
  if (by) {
    const words = `${by.isArchived ? '已归档的' : ''}${by.object}“${by.name}”`;
    throw new Failure('CONFLICT', `${words}引用了这条记录，不能删除；可以改为归档，或与重复的记录合并`);
  }
  await putAway(trx, object, records, away);
}

/** Brings records back under their own ids, with what follows from them worked out again. */
export async function bringBack(
  trx: Db,
  vault: Vault,
  object: CatalogObject,
  gone: readonly GoneRow[],
  { actor, origin, now }: WriteContext,
): Promise<void> {
  if (gone.length === 0) return;
  const ids = gone.map(({ record_id: id }) => String(id));
  await returnRows(trx, object, ids);
  const stored = await recordsByIds(trx, vault, object, ids, true);
  // The object may have got other formulas, other search fields and other roll-ups since.
  const linked = await allLinkedToSurvivors(
    trx,
    object.fields,
    stored.map(({ values }) => values),
  );
  const rows = stored.map((old, index) => {
    const values = linked[index] ?? old.values;
    const relinked = difference(object.fields, old.values, values);
    return { id: old.id, version: old.version, values: object.formulas.kept(values, shanghaiDay(now)), old, relinked };
  });
  await updateRows(trx, vault, object, rows, now, noteOf(origin));
  const back = rows.map(({ id, values }) => ({ id, next: values }));
  await noteChanges(trx, object, back, [logInsert(object, 'restored', back, noteOf(origin))]);
  const marks = object.groups.flatMap(({ key }) =>
    ids.map((recordId) => ({ objectApiName: object.apiName, groupKey: key, recordId })),
  );
  await insertMarks(trx, { marks, cause: null });
  const deleted = new Set(gone.filter(({ kind }) => kind === 'deleted').map(({ record_id: id }) => String(id)));
  const history = rows.map(({ id, version, values, relinked }) => ({
    id,
    version,
    changes: deleted.has(id) ? difference(object.fields, {}, values) : relinked,
  }));
  await insertHistory(trx, object, history, actor, origin, now);
}
