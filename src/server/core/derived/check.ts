import { shanghaiDay } from '#shared/time/shanghai.ts';
import type { FieldValue } from '#schemas/metadata/value.ts';
import { isList } from '#generators/field-types/registry.ts';
import type { Database, Db } from '#server/db/database.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import { idsAfter, type PlainRecord, plainRecords } from '#server/core/records/queries.ts';
import { type DerivedGroup, isLed, stepsOf } from './plan.ts';
import { edgeLinksOf, idsNaming, rebuildEdges } from './finding/edge-queries.ts';
import { effectiveValues, type StatedByRecord, statedOf } from './counted-values.ts';
import { recount } from './recount.ts';
import { sameKept } from './same-kept.ts';

/** Records whose values are compared at a time. */
const SLICE = 1000;

/** A kept value that is not what the records say. */
export interface WrongValue {
  readonly objectApiName: string;
  readonly id: string;
  readonly field: string;
  readonly kept: FieldValue;
  readonly counted: FieldValue;
}

export interface CheckDeps {
  readonly database: Database;
  readonly catalog: Catalog;
  readonly now: () => Date;
}

export interface CheckOptions {
  /** One object alone. */
  readonly objectApiName?: string | undefined;
  /** Writes what is right. */
  readonly repair?: boolean | undefined;
  readonly onWrong: (wrong: WrongValue) => void;
}

/**
 * Compares every value that is worked out of other records with a fresh count, made from the records themselves and not
 * from the edges that values are usually counted by, and with what is stated where that is in effect. Says how many were
 * compared; what is being written meanwhile may be reported although it is about to be right.
 */
export async function checkDerived(deps: CheckDeps, options: CheckOptions): Promise<number> {
  const { catalog, database } = deps;
  let compared = 0;
  const objects = catalog.storedObjects.filter(
    ({ apiName, groups }) => groups.length > 0 && (options.objectApiName ?? apiName) === apiName,
  );
  for (const object of objects)
    for (let after = '0'; ;) {
      const ids = await idsAfter(database.db, object.table, after, SLICE);
      if (ids.length === 0) break;
      compared += ids.length;
      await checkSlice(deps, object, ids, options);
      after = ids.at(-1) ?? after;
    }
  return compared;
}

/** Writes the edges again that groups find the records of some homes by, from the homes on. */
async function rebuildWays(trx: Db, groups: readonly DerivedGroup[], homes: readonly string[]): Promise<void> {
  for (const group of groups) {
    const between = isLed(group) ? await idsNaming(trx, group.way.object.apiName, group.way.from, homes) : homes;
    for (const { object, links } of stepsOf(group)) {
      const named = object === group.source ? between : homes;
      for (const link of await edgeLinksOf(trx, object.apiName))
        if (links.some((one) => one.apiName === link.field && isList(one)))
          await rebuildEdges(trx, object.apiName, link, named);
    }
  }
}

async function checkSlice(
  { database, catalog, now }: CheckDeps,
  object: CatalogObject,
  ids: readonly string[],
  { repair, onWrong }: CheckOptions,
): Promise<void> {
  await database.db.transaction().execute(async (trx) => {
    const records = await plainRecords(trx, object, ids);
    const wrong = await wrongValues(trx, object, records, await statedOf(trx, object, ids), shanghaiDay(now()));
    for (const one of wrong) onWrong(one);
    if (repair) await repairValues(trx, catalog, object, [...new Set(wrong.map(({ id }) => id))], now());
  });
}

/** Values of some records that are not what the records themselves say. */
export async function wrongValues(
  trx: Db,
  object: CatalogObject,
  records: readonly PlainRecord[],
  stated: StatedByRecord,
  today: string,
): Promise<WrongValue[]> {
  const wrong: WrongValue[] = [];
  const ids = records.map(({ id }) => id);
  for (const group of object.groups) {
    const counted = await effectiveValues(trx, { group, ids }, stated, 'rows', today);
    for (const { id, values } of records)
      for (const field of group.fields) {
        const { apiName } = field;
        const right = counted.get(id)?.[apiName];
        if (!sameKept(field, values[apiName], right))
          wrong.push({ objectApiName: object.apiName, id, field: apiName, kept: values[apiName], counted: right });
      }
  }
  return wrong;
}

/** Writes what is right for some records, and makes the edges that they are found by from the records. */
export async function repairValues(
  trx: Db,
  catalog: Catalog,
  object: CatalogObject,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  if (ids.length === 0) return;
  await rebuildWays(trx, object.groups, ids);
  const parts = object.groups.map((group) => ({ group, ids }));
  await recount(trx, catalog, object, parts, { now, causeOf: () => 'check' });
}
