import type { FieldTotal } from '#schemas/api/records.ts';
import { countedCondition } from '#generators/counted-totals.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import type { Selection } from '#server/core/lists/list-plan.ts';
import type { ReadScope } from '#server/core/lists/readable-object.ts';
import type { RecordReader } from '#server/core/lists/record-reader.ts';

interface Asked {
  readonly object: CatalogObject;
  readonly selection: Selection;
  readonly fields: readonly string[];
  readonly scope: ReadScope;
}

const sizeOf = ({ count, unknown = 0 }: FieldTotal): number => count + unknown;

/**
 * Figures of some fields over a selection. Of a field that other objects add up they are of the records that count there,
 * with how many do not; where nothing that is selected counts, as where a user looks for these very records, they are of
 * all. @throws Failure as `RecordReader.totals`.
 */
export async function countedTotals(
  { reader, catalog }: { readonly reader: RecordReader; readonly catalog: Catalog },
  { object, selection, fields, scope }: Asked,
): Promise<FieldTotal[]> {
  const all = await reader.totals(object, selection, fields, scope);
  const definitions = catalog.storedObjects.map(({ definition }) => definition);
  return Promise.all(
    all.map(async (total) => {
      const counted = countedCondition(definitions, object.apiName, total.field);
      if (!counted || sizeOf(total) === 0) return total;
      const within = selection.within === undefined ? counted : { and: [selection.within, counted] };
      const [kept] = await reader.totals(object, { ...selection, within }, [total.field], scope);
      const records = kept ? sizeOf(total) - sizeOf(kept) : 0;
      return kept && sizeOf(kept) > 0 && records > 0 ? { ...kept, left: { records, counted } } : total;
    }),
  );
}
