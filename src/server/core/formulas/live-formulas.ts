import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { FieldValue } from '#schemas/metadata/value.ts';
import { quote } from '#generators/storage.ts';
import { isComputed } from '#generators/field-types/registry.ts';
import { Failure } from '#shared/errors.ts';
import type { ReadQueries } from '#server/db/read-queries.ts';
import type { ReadableObject } from '#server/core/lists/readable-object.ts';
import { recordColumns } from '#server/core/lists/record-columns.ts';

/** Is the field a formula whose kept values may be wrong: it changes daily, or is still being worked out? */
export const isLive = (object: ReadableObject, field: FieldDefinition): boolean =>
  isComputed(field) && object.isKept?.(field.apiName) === false;

/** Values of the live ones among some fields, worked out of the records as they are kept now, by record. */
export async function liveValues(
  queries: ReadQueries,
  object: ReadableObject,
  fields: readonly FieldDefinition[],
  ids: readonly string[],
  today: string,
): Promise<ReadonlyMap<string, Readonly<Record<string, FieldValue>>>> {
  const names = fields.filter((field) => isLive(object, field)).map(({ apiName }) => apiName);
  const { formulas } = object;
  if (!formulas || names.length === 0 || ids.length === 0) return new Map();
  const sources = new Set(names.flatMap((apiName) => [...formulas.sources(apiName)]));
  const columns = recordColumns(object.fields.filter(({ apiName }) => sources.has(apiName)));
  const wanted = ['id', ...columns.names].map(quote).join(', ');
  const text = `select ${wanted} from ${quote(object.table)} where id = any($1::bigint[])`;
  const rows = await queries.run({ text, values: [ids] });
  return new Map(
    rows.map((row) => {
      const record: Record<string, FieldValue> = {};
      columns.fill(record, row, 1);
      return [String(row[0]), formulas.values(names, record, today)];
    }),
  );
}

/**
 * Refuses to filter, order or add up by a formula whose kept values may be wrong. @throws Failure INVALID_QUERY at `place`.
 */
export function refuseLive(object: ReadableObject, field: FieldDefinition, place: string): void {
  if (!isLive(object, field)) return;
  const message = object.formulas?.changesDaily(field.apiName)
    ? `“${field.label}”每天都会变化，不能用来筛选、排序或合计`
    : `“${field.label}”正在计算，暂时不能用来筛选、排序或合计，请稍后再试`;
  throw new Failure('INVALID_QUERY', message, [{ field: place, message }]);
}
