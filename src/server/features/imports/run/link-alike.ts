import type { FieldValue } from '#schemas/metadata/value.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import type { DuplicateFinder } from '#server/core/duplicates/duplicate-finder.ts';
import { SURE_GRADE } from '#server/core/duplicates/grade.ts';
import { idsByKeys, insertKeys } from '#server/core/records/key-queries.ts';
import type { Db } from '#server/db/database.ts';
import { idsKeyedBy } from './queries.ts';

/** A row with its natural key. */
interface KeyedRow {
  readonly key: string;
  readonly values: Readonly<Record<string, FieldValue>>;
}

/**
 * Gives rows that a source brings for the first time the records that they all but surely are, so that the writer updates
 * those. A row that may be several is left alone, and so is a record that the source knows by another key: to the source
 * they are two. In the transaction of the slice.
 */
export async function linkAlike(
  trx: Db,
  duplicates: DuplicateFinder,
  object: CatalogObject,
  source: string,
  rows: readonly KeyedRow[],
): Promise<void> {
  const known = await idsByKeys(
    trx,
    object.apiName,
    source,
    rows.map(({ key }) => key),
  );
  const fresh = rows.filter(({ key }) => !known.has(key));
  const found = await duplicates.findMany(
    trx,
    object,
    fresh.map(({ values }) => values),
  );
  const alike = fresh.flatMap(({ key }, index) => {
    const sure = (found[index] ?? []).filter(({ grade }) => grade >= SURE_GRADE);
    return sure.length === 1 ? [{ key, id: sure[0]?.id ?? '' }] : [];
  });
  const taken = await idsKeyedBy(
    trx,
    object.apiName,
    source,
    alike.map(({ id }) => id),
  );
  const links = [...Map.groupBy(alike, ({ id }) => id)].flatMap(([id, own]) =>
    taken.has(id) || own.length > 1 ? [] : own,
  );
  await insertKeys(trx, object.apiName, source, links);
}
