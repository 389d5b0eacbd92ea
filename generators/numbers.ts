import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { isNumbered } from './field-types/registry.ts';
import { quote } from './storage-names.ts';
import { shortHash } from './unique.ts';

/** The year, as a prefix names it. */
export const YEAR = '{YYYY}';

/** The fields in use whose values are the numbers of records. */
export const numberedFields = (fields: readonly FieldDefinition[]): FieldDefinition[] =>
  fields.filter((field) => isNumbered(field) && field.removed !== true);

/**
 * The sequence that counts the numbers of a field, as SQL. It is never dropped: where a field is numbered again, no number
 * of before is given a second time. PostgreSQL cuts names at 63 bytes.
 */
export const sequenceOf = (table: string, { apiName }: FieldDefinition): string =>
  quote(`${`${table}_${apiName}`.slice(0, 50)}_${shortHash(JSON.stringify([table, apiName]))}_no`);

const prefixOf = ({ config }: FieldDefinition): string => config?.autoNumber?.prefix ?? '';

/** The number of a record as its field has it; `count` is from 1 on and may have more digits than the field asks for. */
export const numberText = (field: FieldDefinition, count: bigint | string, year: string): string =>
  prefixOf(field).replaceAll(YEAR, year) + String(count).padStart(field.config?.autoNumber?.digits ?? 1, '0');

/** A POSIX pattern of the texts that a field may have given, in either case, which finds their count. */
export const numberPattern = (field: FieldDefinition): string =>
  `(?i)^${prefixOf(field)
    .split(YEAR)
    .map((part) => part.replaceAll(/[^\p{L}\p{N}]/gu, (sign) => `[${sign}]`))
    .join('[0-9]{4}')}([0-9]{1,15})$`;

/** Does a field number records from this definition on, or in another way than before? */
export function startsNumbering(from: ObjectDefinition | undefined, field: FieldDefinition): boolean {
  const before = numberedFields(from?.fields ?? []).find(({ apiName }) => apiName === field.apiName);
  return JSON.stringify(before?.config?.autoNumber) !== JSON.stringify(field.config?.autoNumber);
}
