import type { StorageStep } from '#schemas/api/metadata.ts';
import type { CurrencyValue } from '#schemas/metadata/value.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { BackFill } from '#generators/back-fill-storage.ts';
import { isFormula, isMoney } from '#generators/field-types/registry.ts';
import { isSealed } from '#generators/field-types/sealed.ts';
import { tableOf } from '#generators/storage.ts';
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
import { emptyAfter, emptyRecords, type FillOrder } from './back-fill-queries.ts';
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
  to: ObjectDefinition,
  steps: readonly StorageStep[],
  fills: readonly BackFill[],
): Promise<StorageStep[]> {
  const deferred: StorageStep[] = [];
  for (const step of steps) {
    const fill = step.kind === 'fillColumn' && fills.find(({ field }) => field.apiName === step.target);
    const isLong =
      fill && isSameForAll(fill) && (await emptyRecords(db, tableOf(to), fill.field, AT_ONCE + 1)) > AT_ONCE;
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

/**
 * Gives a field its default in all records that have none, slice by slice, as long as the saved definition asks for it: what
 * it asks for now, if that was changed meanwhile. Each slice brings along what follows from it. No user edited these
 * records: versions, history and times stay. What was filled is not empty any more, so that another run goes on where a
 * process died. @returns whether it came to the end.
 */
export async function fillRecords(deps: FillDeps, order: FillOrder): Promise<boolean> {
  const { database, catalog, between, isStopped } = deps;
  for (let after: string | undefined = '0'; after !== undefined;) {
    if (isStopped()) return false;
    const from: string = after;
    const slice = await database.db.transaction().execute((trx) => fillSlice(trx, deps, order, from));
    if (slice === STALE) await catalog.refresh(order.objectApiName);
    else after = slice;
    between?.(`filled ${order.field}`);
  }
  return true;
}

/** Fills the next records; the id of the last of them, undefined where there are none. */
async function fillSlice(
  trx: Db,
  { database, catalog, now, between }: FillDeps,
  { objectApiName, field: apiName }: FillOrder,
  after: string,
): Promise<string | typeof STALE | undefined> {
  const object = catalog.find(objectApiName);
  if (!object) return undefined;
  if (!(await holdVersion(trx, object))) return STALE;
  const fill = backFillOf(object.saved, apiName);
  if (!fill) return undefined;
  const ids = await emptyAfter(trx, object.table, fill.field, { after, size: SLICE });
  const stored = await recordsByIds(trx, database.vault, object, ids, true);
  const today = shanghaiDay(now());
  const filled = stored
    .filter(({ values }) => values[apiName] === undefined)
    .map((old) => ({ id: old.id, old, values: object.formulas.kept({ ...old.values, [apiName]: fill.value }, today) }));
  await writeFollowing(trx, object.table, [fill.field, ...object.fields.filter(isFormula)], filled);
  await keepSearchTexts(trx, object, filled);
  await keepMatchKeys(trx, object, filled);
  const written = filled.map(({ id, old, values }) => ({ id, old: old.values, next: values }));
  await noteChanges(trx, object, written, [logInsert(object, 'updated', written, BY_METADATA)]);
  between?.(`filling ${apiName}`);
  return ids.at(-1);
}
