import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { currencyColumns } from '#generators/field-types/currency.ts';
import { quote } from '#generators/storage.ts';
import { isList, isMoney } from '#generators/field-types/registry.ts';
import type { Row, Statement } from '#server/db/read-queries.ts';

/** How many records hold each of some option values in a field, in one walk over the table: rows of value and count. */
export function usageStatement(table: string, field: FieldDefinition, values: readonly string[]): Statement {
  const name = isMoney(field) ? currencyColumns(field.apiName).band : field.apiName;
  const column = quote(name);
  const text = isList(field)
    ? `select v, count(*)::text from ${quote(table)}, unnest(${column}) v where ${column} && $1::text[] and v = any($1::text[]) group by v`
    : `select ${column}, count(*)::text from ${quote(table)} where ${column} = any($1::text[]) group by 1`;
  return { text, values: [[...values]] };
}

/** What `usageStatement` gives, by value. */
export const usageCounts = (rows: readonly Row[]): ReadonlyMap<string, number> =>
  new Map(rows.map(([value, count]) => [String(value), Number(count)]));
