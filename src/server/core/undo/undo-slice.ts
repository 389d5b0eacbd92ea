import type { FieldValue, RecordValues } from '#schemas/metadata/value.ts';
import type { Db } from '#server/db/database.ts';
import type { Vault } from '#server/db/vault.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import { noteOf } from '#server/core/changes/change-note.ts';
import { shanghaiDay } from '#shared/time/shanghai.ts';
import { allLinkedToSurvivors } from '#server/core/records/aliases.ts';
import { difference } from '#server/core/records/judgement.ts';
import { type HistoryRow, insertHistory } from '#server/core/records/history-queries.ts';
import { recordsByIds, type StoredRecord, updateRows } from '#server/core/records/queries.ts';
import { refuseTaken } from '#server/core/records/unique-values.ts';
import { linkedRecords, removeRecords } from '#server/core/records/removal-queries.ts';
import { type BatchWork, changesOf, noteKept, type WrittenRecord } from './queries.ts';

/** Why a record is left alone: a user changed it since, or others link to it. */
const CHANGED = 'changed';
export const LINKED = 'linked';

/** Who undoes which work, and when. */
export interface UndoContext {
  readonly work: BatchWork;
  readonly actor: string;
  readonly now: Date;
  readonly catalog: Catalog;
  readonly vault: Vault;
}

/** What became of a slice of records. */
export interface UndoneSlice {
  readonly removed: number;
  readonly restored: number;
  readonly kept: number;
  readonly gone: number;
}

/** Takes back what the work wrote of these records, in a transaction of the caller's. */
export async function undoSlice(
  trx: Db,
  object: CatalogObject,
  written: readonly WrittenRecord[],
  { work, actor, now, catalog, vault }: UndoContext,
): Promise<UndoneSlice> {
  const origin = work.kind === 'import' ? `undo:import#${work.id}` : `undo:bulk:${work.id}`;
  const ids = written.map(({ id }) => id);
  const stored = new Map((await recordsByIds(trx, vault, object, ids, true)).map((record) => [record.id, record]));
  const there = written.filter(({ id }) => stored.has(id));
  const kept = new Map<string, string>();
  const untouched = there.filter((record) => {
    const alone = record.versions === record.last - record.first + 1;
    if (alone && stored.get(record.id)?.version === record.last) return true;
    kept.set(record.id, CHANGED);
    return false;
  });
  const leaving = await removable(
    trx,
    object,
    catalog,
    untouched.filter(({ first }) => first === 1),
    kept,
  );
  const back = untouched.filter(({ first }) => first > 1);
  const changes = Map.groupBy(
    await changesOf(
      trx,
      work,
      object.apiName,
      back.map(({ id }) => id),
    ),
    ({ id }) => id,
  );
  const before = back.map(({ id }) => valuesBefore(stored.get(id), changes.get(id) ?? []));
  const linked = await allLinkedToSurvivors(trx, object.fields, before);
  const wanted = back.map(({ id }, index) =>
    restoredRecord(object, stored.get(id), linked[index] ?? {}, shanghaiDay(now)),
  );
  await removeRecords(
    trx,
    object,
    leaving.map(({ id }) => id),
    noteOf(origin),
  );
  // What another record has taken since is changed too.
  const asked = wanted.map(({ old, values }) => ({ old, judged: { values, problems: [] } }));
  const verdicts = await refuseTaken(trx, object, asked);
  const restored = wanted.filter((_, at) => verdicts[at]?.problems.length === 0);
  for (const { id } of wanted) if (!restored.some((one) => one.id === id)) kept.set(id, CHANGED);
  await updateRows(trx, vault, object, restored, now, noteOf(origin));
  const history = [
    ...leaving.map(({ id, last }) => ({ id, version: last + 1, changes: {} })),
    ...restored.map(({ id, version, changes: own }) => ({ id, version, changes: own })),
  ];
  await insertHistory(trx, object, history, actor, origin, now);
  await noteKept(
    trx,
    work,
    object.apiName,
    kept,
    ids.filter((id) => !kept.has(id)),
  );
  return {
    removed: leaving.length,
    restored: restored.length,
    kept: kept.size,
    gone: written.length - there.length,
  };
}

/** Records that no other record links to; the others are kept, and so is what they link to. */
async function removable(
  trx: Db,
  object: CatalogObject,
  catalog: Catalog,
  candidates: readonly WrittenRecord[],
  kept: Map<string, string>,
): Promise<readonly WrittenRecord[]> {
  for (let leaving = candidates; ;) {
    const ids = leaving.map(({ id }) => id);
    const linked = await linkedRecords(trx, catalog.storedObjects, object, ids, ids);
    const staying = leaving.filter(({ id }) => linked.has(id));
    if (staying.length === 0) return leaving;
    for (const { id } of staying) kept.set(id, LINKED);
    leaving = leaving.filter(({ id }) => !linked.has(id));
  }
}

/** Every field as it was before the work first changed it. */
function valuesBefore(now: StoredRecord | undefined, changes: readonly HistoryRow[]): RecordValues {
  if (!now) throw new Error('A record that was there is gone.');
  const values: Record<string, FieldValue> = { ...now.values };
  for (const { changes: own } of changes.toReversed()) {
    for (const [field, { before }] of Object.entries(own)) {
      // What was sealed since is not known any more as it was; it stays.
      if (Object.hasOwn(now.sealed, field)) continue;
      if (before === null) delete values[field];
      else values[field] = before as FieldValue;
    }
  }
  return values;
}

function restoredRecord(object: CatalogObject, now: StoredRecord | undefined, values: RecordValues, today: string) {
  if (!now) throw new Error('A record that was there is gone.');
  const restored: RecordValues = object.formulas.kept(values, today);
  const version = now.version + 1;
  return { id: now.id, version, values: restored, old: now, changes: difference(object.fields, now.values, restored) };
}
