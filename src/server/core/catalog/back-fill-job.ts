import type { StorageStep } from '#schemas/api/storage-step.ts';
import type { CurrencyValue } from '#schemas/metadata/value.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { BackFill } from '#generators/back-fill-storage.ts';
import { fieldType, isFormula, isMoney, isNumbered } from '#generators/field-types/registry.ts';
import { isSealed } from '#generators/field-types/sealed.ts';
import { numberText } from '#generators/numbers.ts';
import { storageColumns, tableOf } from '#generators/storage.ts';
import { backFillOf } from '#shared/metadata/back-fill.ts';
import { shanghaiDay } from '#shared/time/shanghai.ts';
import type { Database, Db } from '#server/db/database.ts';
import { BY_METADATA } from '#server/core/changes/change-note.ts';
import { logInsert } from '#server/core/changes/queries.ts';
import { noteChanges } from '#server/core/derived/changes.ts';
import { keepMatchKeys } from '#server/core/duplicates/queries.ts';
import { recordsByIds } from '#server/core/records/queries.ts';
import { writeFollowing } from '#server/core/records/rate-queries.ts';
import { keepSearchTexts } from '#server/core/search/queries.ts';
import { type EmptyRecord, emptyOldest, emptyRecords, type FillJob, takeReserved } from './back-fill-queries.ts';
import type { Catalog } from './catalog.ts';
import { holdVersion } from './queries.ts';

/** Records that a save fills itself: more would keep writers of the object waiting. */
const AT_ONCE = 10_000;
/** Records of one transaction of the job: a fraction of a second in which their writers wait. */
const SLICE = 500;
/** Another definition was saved a moment ago. */
const STALE = Symbol('stale');

/** Is one value right for all records? Sealed values and the equivalents of foreign amounts differ by record: the save writes them. */
function isSameForAll({ field, value }: BackFill): boolean {
  const money = isMoney(field) ? (value as CurrencyValue) : undefined;
  return !isSealed(field) && (money?.num === undefined || money.equivalentMoney !== undefined);
}

/** The steps of a change, of which those that fill many records are left for afterwards. */
export async function withDeferredFills(
  db: Db,
  current: ObjectDefinition | undefined,
  to: ObjectDefinition,
  steps: readonly StorageStep[],
  fills: readonly BackFill[],
): Promise<StorageStep[]> {
  const deferred: StorageStep[] = [];
  const kept = new Set((current ? storageColumns(current) : []).map(({ name }) => name));
  const emptyIn = (field: FieldDefinition) =>
    emptyRecords(
      db,
      tableOf(to),
      fieldType(field)
        .columns(field)
        .every(({ name }) => kept.has(name))
        ? field
        : undefined,
      AT_ONCE + 1,
    );
  for (const step of steps) {
    const fill = step.kind === 'fillColumn' && fills.find(({ field }) => field.apiName === step.target);
    const isLong = fill && isSameForAll(fill) && (await emptyIn(fill.field)) > AT_ONCE;
    deferred.push(isLong ? { ...step, deferred: true } : step);
  }
  return deferred;
}

interface FillDeps {
  readonly database: Database;
  readonly catalog: Catalog;
  readonly now: () => Date;
  readonly between?: ((step: string) => void) | undefined;
  /** The process ends: what is left waits for the next one. */
  readonly isStopped: () => boolean;
}

/** Records that are looked up at once, in the order in which they are filled: each look goes through the whole table. */
const AHEAD = 20_000;

/**
 * Gives a field its default, or its numbers in the order in which records were first seen, in all records that have none,
 * slice by slice, as long as the saved definition asks for it: what it asks for now, if that was changed meanwhile. Each
 * slice brings along what follows from it. No user edited these records: versions, history and times stay. What was filled
 * is not empty any more, so that another run goes on where a process died. @returns whether it came to the end.
 */
export async function fillRecords(deps: FillDeps, order: FillJob): Promise<boolean> {
  const { database, catalog, between, isStopped } = deps;
  for (let ahead: readonly EmptyRecord[] | undefined = []; ahead !== undefined;) {
    if (isStopped()) return false;
    const from: readonly EmptyRecord[] = ahead;
    const slice = await database.db.transaction().execute((trx) => fillSlice(trx, deps, order, from));
    if (slice === STALE) await catalog.refresh(order.objectApiName);
    else ahead = slice;
    between?.(`filled ${order.field}`);
  }
  return true;
}

/** Fills the next records; those that are known to come behind them, undefined where there are none at all. */
async function fillSlice(
  trx: Db,
  { database, catalog, now, between }: FillDeps,
  { id, objectApiName, field: apiName }: FillJob,
  ahead: readonly EmptyRecord[],
): Promise<readonly EmptyRecord[] | typeof STALE | undefined> {
  const object = catalog.find(objectApiName);
  if (!object) return undefined;
  if (!(await holdVersion(trx, object))) return STALE;
  const fill = backFillOf(object.saved, apiName);
  if (!fill) return undefined;
  const empty = ahead.length > 0 ? ahead : await emptyOldest(trx, object.table, fill.field, AHEAD);
  const years = new Map(empty.slice(0, SLICE).map((record) => [record.id, record.year]));
  const stored = await recordsByIds(trx, database.vault, object, [...years.keys()], true);
  const today = shanghaiDay(now());
  const open = new Map(stored.filter(({ values }) => values[apiName] === undefined).map((old) => [old.id, old]));
  const first = isNumbered(fill.field) ? await takeReserved(trx, id, open.size) : 0n;
  // Records are locked in the order of their ids, and numbered in their own.
  const filled = [...years]
    .flatMap(([recordId]) => open.get(recordId) ?? [])
    .map((old, at) => {
      const count = first + BigInt(at);
      const value = isNumbered(fill.field) ? numberText(fill.field, count, years.get(old.id) ?? '') : fill.value;
      return { id: old.id, old, values: object.formulas.kept({ ...old.values, [apiName]: value }, today) };
    });
  await writeFollowing(trx, object.table, [fill.field, ...object.fields.filter(isFormula)], filled);
  await keepSearchTexts(trx, object, filled);
  await keepMatchKeys(trx, object, filled);
  const written = filled.map(({ id: recordId, old, values }) => ({ id: recordId, old: old.values, next: values }));
  await noteChanges(trx, object, written, [logInsert(object, 'updated', written, BY_METADATA)]);
  between?.(`filling ${apiName}`);
  return empty.length === 0 ? undefined : empty.slice(SLICE);
}
