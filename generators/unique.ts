import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { SqlType, StorageColumn } from './field-types/field-type.ts';
import { fieldType, isComputed, isNumbered } from './field-types/registry.ts';
import { isSealed } from './field-types/sealed.ts';

/** Column types whose values are compared as a whole and always fit into an index. */
const COMPARED: ReadonlySet<SqlType> = new Set([
  'text',
  'bigint',
  'numeric',
  'boolean',
  'date',
  'smallint',
  'timestamptz',
]);

/** An entry of an index holds 2,704 bytes, of a character up to four, and several columns may share one. */
export const MAX_UNIQUE_LENGTH = 500;

/** A column that records must differ in; text that users type is compared without regard to the case of A–Z. */
interface UniqueColumn {
  readonly column: StorageColumn;
  readonly field: FieldDefinition;
  readonly folds: boolean;
}

/** A field whose values differ from record to record, with what they differ within. */
export interface UniqueKey {
  readonly field: FieldDefinition;
  readonly scope: readonly FieldDefinition[];
  readonly columns: readonly UniqueColumn[];
  /** Name of the index: another one for other columns, so that one is never taken for the other. */
  readonly index: string;
}

/** What the names of these indexes end with, and of no other: errors of the database are known by it. */
export const UNIQUE_SUFFIX = '_uq';

/** Can values of the field be compared from record to record? */
export function isComparable(field: FieldDefinition): boolean {
  const type = fieldType(field);
  const isOpen = !isComputed(field) && !isSealed(field) && type.kind !== 'money' && type.freeText !== 'long';
  return isOpen && type.columns(field).every(({ sqlType }) => COMPARED.has(sqlType));
}

const columnsOf = (field: FieldDefinition): UniqueColumn[] => {
  const { kind, options, columns } = fieldType(field);
  const folds = kind === 'text' && options === undefined;
  return columns(field).map((column) => ({ column, field, folds }));
};

/** FNV-1a: short, and the same everywhere. */
export function shortHash(text: string): string {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash.toString(36);
}

/** The keys of the fields that are in use; fields that cannot be compared, or a scope that is gone, make none. */
export function uniqueKeys(table: string, fields: readonly FieldDefinition[]): UniqueKey[] {
  const live = new Map(fields.filter(({ removed }) => removed !== true).map((field) => [field.apiName, field]));
  return [...live.values()].flatMap((field): UniqueKey[] => {
    const { unique, uniqueWithin = [] } = field.config ?? {};
    const scope = uniqueWithin.flatMap((name) => live.get(name) ?? []);
    if (
      (unique !== true && !isNumbered(field)) ||
      scope.length < uniqueWithin.length ||
      ![field, ...scope].every(isComparable)
    )
      return [];
    const columns = [field, ...scope].flatMap(columnsOf);
    const parts = columns.map(({ column, folds }) => [column.name, column.sqlType, folds]);
    // PostgreSQL cuts names at 63 bytes.
    const index = `${`${table}_${field.apiName}`.slice(0, 50)}_${shortHash(JSON.stringify([table, parts]))}${UNIQUE_SUFFIX}`;
    return [{ field, scope, columns, index }];
  });
}

/** The field in words, with what it is unique within: 同一“企业”中，“年份”不能重复. */
export function uniqueWords({ field, scope }: UniqueKey): string {
  const within = scope.length > 0 ? `同一${scope.map(({ label }) => `“${label}”`).join('、')}中，` : '';
  return `${within}“${field.label}”不能重复`;
}
