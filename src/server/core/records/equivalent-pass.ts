import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { CurrencyValue, FieldValue, RecordValues } from '#schemas/metadata/value.ts';
import { isFormula, isMoney } from '#generators/field-types/registry.ts';
import type { RateTable } from '#shared/money/rates.ts';
import { sameValue } from '#shared/validation/same-value.ts';
import type { Database, Db } from '#server/db/database.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import { holdVersion } from '#server/core/catalog/queries.ts';
import { shanghaiDay } from '#shared/time/shanghai.ts';
import { BY_RATES } from '#server/core/changes/change-note.ts';
import { logInsert } from '#server/core/changes/queries.ts';
import { noteChanges } from '#server/core/derived/changes.ts';
import { keepSearchTexts } from '#server/core/search/queries.ts';
import { withEquivalents } from './equivalents.ts';
import { recordsByIds } from './queries.ts';
import {
  amountRows,
  beginPass,
  holdPass,
  movePass,
  type PassState,
  roughSize,
  writeFollowing,
} from './rate-queries.ts';
import { RateStore } from './rate-store.ts';

/** Records in one transaction: few enough that others who write them hardly wait. */
const SLICE = 500;

export interface PassOptions {
  /** Ends after the slice at hand; the next pass goes on there. */
  readonly signal?: AbortSignal | undefined;
  /** Called after each slice with the progress; `total` is roughly how many records there are. */
  readonly onProgress?: ((done: PassCounts, total: number) => void) | undefined;
  /** Waited for between slices, so that others have their turn on the embedded database. */
  readonly giveWay?: (() => Promise<unknown>) | undefined;
}

/** Records with amounts that were looked at, and those of them whose equivalents changed. */
export type PassCounts = Pick<PassState, 'looked' | 'changed'>;

export interface PassOutcome extends PassCounts {
  readonly finished: boolean;
}

interface PassDeps {
  readonly database: Database;
  readonly catalog: Catalog;
}

const amountsOf = ({ fields }: CatalogObject): FieldDefinition[] => fields.filter(isMoney);

/** Objects with amounts, in an order that stays. */
const objectsWithAmounts = (catalog: Catalog): CatalogObject[] =>
  catalog.storedObjects
    .filter((object) => amountsOf(object).length > 0)
    .toSorted((a, b) => (a.apiName < b.apiName ? -1 : 1));

/**
 * Works out the CNY equivalent of every stored amount by the rates as they are now: fills in what is missing and puts
 * right what an older rate had made, with the formulas that follow from it. No user changed these records: versions,
 * history and times stay. Each slice and how far it reaches are one transaction, so a pass that was killed goes on
 * where it was, and several processes may run it together. With `again` all records are gone through even where no rate
 * is new.
 */
export async function passEquivalents(deps: PassDeps, again: boolean, options: PassOptions = {}): Promise<PassOutcome> {
  const { database, catalog } = deps;
  const { db } = database;
  if (again)
    await db.transaction().execute(async (trx) => {
      if ((await holdPass(trx)) === undefined) await beginPass(trx);
    });
  const tables = objectsWithAmounts(catalog).map(({ table }) => table);
  const total = await roughSize(db, tables);
  const rates = new RateStore();
  let done: PassCounts = { looked: 0, changed: 0 };
  while (!options.signal?.aborted) {
    const step = await db.transaction().execute((trx) => slice(trx, deps, rates));
    if (step === 'done') return { ...done, finished: true };
    if ('stale' in step) {
      await catalog.refresh(step.stale);
      continue;
    }
    done = step;
    options.onProgress?.(done, total);
    await options.giveWay?.();
  }
  return { ...done, finished: false };
}

/** One slice of the pass; says how much was done since it began. */
async function slice(
  trx: Db,
  { database, catalog }: PassDeps,
  store: RateStore,
): Promise<'done' | { readonly stale: string } | PassCounts> {
  const from = await holdPass(trx);
  if (!from) return 'done';
  const object = objectsWithAmounts(catalog).find(({ apiName }) => apiName >= from.object);
  if (!object) {
    await movePass(trx, null);
    return 'done';
  }
  if (!(await holdVersion(trx, object))) return { stale: object.apiName };
  const amounts = amountsOf(object);
  const days = object.fields.filter(({ apiName }) => amounts.some(({ config }) => config?.rateDateField === apiName));
  const rates = await store.table(trx);
  const after = object.apiName === from.object ? from.after : '0';
  const rows = await amountRows(trx, object.table, { amounts, days, after, limit: SLICE });
  const wrong = rows.filter(({ values, writtenAt }) => {
    const right = withEquivalents(amounts, values, rates, dayOf(writtenAt));
    return amounts.some(({ apiName }) => equivalentOf(values[apiName]) !== equivalentOf(right[apiName]));
  });
  const writtenAt = new Map(wrong.map((row) => [row.id, row.writtenAt]));
  const stored = await recordsByIds(trx, database.vault, object, [...writtenAt.keys()], true);
  const righted = stored.map(({ id, values: before }) => {
    const day = dayOf(writtenAt.get(id) ?? '');
    return { id, before, values: followed(object, before, rates, day) };
  });
  const formulas = object.fields.filter(isFormula);
  await writeFollowing(trx, object.table, [...amounts, ...formulas], righted);
  const said = righted.filter(({ before, values }) =>
    formulas.some(({ apiName }) => !sameValue(before[apiName], values[apiName])),
  );
  await keepSearchTexts(trx, object, said);
  const written = righted.map(({ id, before, values }) => ({ id, old: before, next: values }));
  await noteChanges(trx, object, written, [logInsert(object, 'updated', written, BY_RATES)]);
  const done = { looked: from.looked + rows.length, changed: from.changed + wrong.length };
  // Behind the last record comes the first object with a later name: a blank sorts before all that a longer one goes on with.
  const place =
    rows.length < SLICE
      ? { object: `${object.apiName} `, after: '0' }
      : { object: object.apiName, after: rows.at(-1)?.id ?? after };
  await movePass(trx, { ...place, ...done });
  return done;
}

/** The day that a record was written, at whose rates amounts are converted that have no day of their own. */
const dayOf = (writtenAt: string): string => shanghaiDay(new Date(writtenAt));

const equivalentOf = (value: FieldValue): string | undefined =>
  (value as CurrencyValue | null | undefined)?.equivalentMoney;

/** A record with its equivalents by these rates, and its formulas as they follow; all else as it is. */
const followed = (object: CatalogObject, values: RecordValues, rates: RateTable, today: string): RecordValues =>
  object.formulas.kept(withEquivalents(object.fields, values, rates, today), today);
