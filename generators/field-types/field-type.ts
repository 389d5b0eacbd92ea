import type { FieldDefinition, FieldTypeName } from '#schemas/metadata/field.ts';
import type { Operator } from '#schemas/metadata/condition.ts';
import type { FieldValue } from '#schemas/metadata/value.ts';

/** A JSON Schema (2020-12) of the few keywords our generators write. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/** How a column is kept. Arrays hold members that a GIN index can find. */
export type SqlType =
  | 'text'
  | 'bigint'
  | 'numeric'
  | 'boolean'
  | 'date'
  | 'smallint'
  | 'timestamptz'
  | 'text[]'
  | 'bigint[]'
  | 'jsonb';

/** One real column. `index` asks for a b-tree in list order (`sorted`) or a GIN over members (`members`). */
export interface StorageColumn {
  readonly name: string;
  readonly sqlType: SqlType;
  readonly index?: 'sorted' | 'members' | undefined;
  /** Columns that the index carries along, so that figures over all records are read from it alone. */
  readonly carries?: readonly string[] | undefined;
}

/** The type a field has in rule expressions. */
export type RuleType = 'string' | 'decimal' | 'bool' | 'list' | 'currency' | 'file';

/** What a text from a file or the clipboard became, or why it could not; `reason` is Chinese and shown to people. */
export type ParsedText = { readonly value: FieldValue } | { readonly reason: string };

/**
 * All that follows from a field being of one type. The list, the form, the filter, the table, the import and the rule
 * engine ask here and nowhere else, so adding a type is adding a file.
 */
export interface FieldType {
  readonly type: FieldTypeName;
  /** Chinese name, shown to product staff. */
  readonly label: string;
  /** Attributes of the definition and of its config that mean something for this type. */
  readonly attributes: readonly string[];
  /** Operators of the condition language, in the order offered; the first is the default. */
  readonly operators: readonly Operator[];
  readonly ruleType: RuleType;
  /** Numbers stand right, everything else left. */
  readonly align: 'start' | 'end';
  /** JSON Schema of the wire value; the caller has already left out absent values. */
  readonly schema: (field: FieldDefinition) => JsonSchema;
  /** TypeScript type of the wire value. */
  readonly typescript: (field: FieldDefinition) => string;
  /** Real columns; the first is the one that lists sort and filter by unless `sortColumn` says otherwise. */
  readonly columns: (field: FieldDefinition) => readonly StorageColumn[];
  /** Column that orders the list. Null when lists cannot be ordered by this type. */
  readonly sortColumn: (field: FieldDefinition) => string | null;
  /** Values of `sortColumn` in the order of their options, where lists go by it; other columns are ordered as they are. */
  readonly optionOrder?: (field: FieldDefinition) => readonly string[] | undefined;
  /** Wire value to column values, one for each of `columns`; null where nothing is known. */
  readonly toColumns: (value: FieldValue, field: FieldDefinition) => readonly unknown[];
  /** Column values as the driver gives them (numeric, bigint and date as text) to the wire value; undefined when empty. */
  readonly fromColumns: (columns: readonly unknown[], field: FieldDefinition) => FieldValue;
  /** A person's text to a wire value. Never called with blank text. */
  readonly fromText: (text: string, field: FieldDefinition) => ParsedText;
  /** The wire value as plain text that `fromText` reads back, for exports, history and search. */
  readonly toText: (value: FieldValue, field: FieldDefinition) => string;
}
