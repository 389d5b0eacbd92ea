import type { Binding } from '#schemas/bindings.ts';
import { boundNames, type BoundValues, boundValues } from '#shared/bindings/bound-values.ts';
import { shanghaiDay } from '#shared/time/shanghai.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import { ALL_ROWS } from '#server/core/lists/rows-of.ts';
import type { RecordReader } from '#server/core/lists/record-reader.ts';

export interface BoundRecordDeps {
  readonly catalog: Pick<Catalog, 'find'>;
  readonly reader: Pick<RecordReader, 'list'>;
  readonly now: () => Date;
}

/** A record of staff that code works by. */
export interface BoundRecord<B extends Binding> {
  readonly id: string;
  readonly values: BoundValues<B>;
}

const PAGE = 100;

/**
 * Every record of the object that a binding names, with what the binding reads, for any user; none where the database lacks
 * the object. `sortedBy` is a key of the binding, `most` how many are read at most.
 */
export async function boundRecords<const B extends Binding>(
  { catalog, reader, now }: BoundRecordDeps,
  binding: B,
  { sortedBy, most = Infinity }: { readonly sortedBy?: keyof B['fields'] & string; readonly most?: number } = {},
): Promise<BoundRecord<B>[]> {
  const object = catalog.find(binding.object);
  const rows: BoundRecord<B>[] = [];
  if (!object) return rows;
  const names = new Set(boundNames(binding));
  const scope = {
    today: shanghaiDay(now()),
    readable: ({ apiName }: { readonly apiName: string }) => names.has(apiName),
    rowsOf: ALL_ROWS,
  };
  const field = sortedBy === undefined ? undefined : binding.fields[sortedBy]?.apiName;
  const sort = field === undefined ? [] : [{ field, order: 'asc' as const }];
  const query = { fields: [...names], sort, pageSize: Math.min(PAGE, most) };
  for (let after: string | null | undefined; after !== null && rows.length < most;) {
    const page = await reader.list(object, { ...query, ...(after && { after }) }, scope);
    rows.push(...page.list.map((row) => ({ id: row.id, values: boundValues(binding, row) })));
    ({ after } = page);
  }
  return rows;
}
