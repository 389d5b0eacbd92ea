import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { quote } from '#generators/storage.ts';

/** The entries of several lists of a row, each once and in their order. */
export const joined = (lists: readonly FieldDefinition[], table: string): string =>
  `(select array_agg(v order by n) from (select v, min(n) as n from unnest(` +
  `${lists.map(({ apiName }) => `coalesce(${table}.${quote(apiName)}, '{}')`).join(' || ')}` +
  `) with ordinality as x(v, n) group by v) d)`;
