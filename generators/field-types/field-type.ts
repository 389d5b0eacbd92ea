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

/** One real column. `index` asks for a b-tree in list order (`sorted`), a GIN over members (`members`) or a b-tree
 * of the addresses of files (`address`). */
export interface StorageColumn {
  readonly name: string;
  readonly sqlType: SqlType;
  readonly index?: 'sorted' | 'members' | 'address' | undefined;
  /** Columns that the index carries along, so that figures over all records are read from it alone. */
  readonly carries?: readonly string[] | undefined;
}

/**
 * What a value is where it is compared, cleaned, read by rules, added up or written into a file. Values of one kind travel alike
 * and are kept in the same shape of columns, so that one reader for each kind is enough.
 */
export type ValueKind =
  | 'text'
  | 'integer'
  | 'decimal'
  | 'money'
  | 'date'
  | 'instant'
  | 'boolean'
  | 'link'
  | 'texts'
  | 'links'
  | 'file';

/** What records are put into groups by in a chart. */
export type GroupKind = 'period' | 'number' | 'option' | 'flag' | 'record';

/** A value of a condition as it is kept, or the Chinese reason why it is none. */
export type Operand = { readonly value: unknown } | { readonly reason: string };

/** What a text from a file or the clipboard became, or why it could not; `reason` is Chinese and shown to people. */
export type ParsedText = { readonly value: FieldValue } | { readonly reason: string };

/**
 * All that follows from a field being of one type, save how it is drawn, which `#client/ui/field-types` says. The list,
 * the form, the filter, the table, the import, the chart and the rule engine ask here: comparing the name of a type
 * anywhere else is refused by the lint, so that a new type has no second place to be forgotten in.
 */
export interface FieldType {
  readonly type: FieldTypeName;
  /** Chinese name, shown to product staff. */
  readonly label: string;
  /** What else product staff look for it by, e.g. 附件 for 文件. */
  readonly aliases?: readonly string[];
  /** Attributes of the definition and of its config that mean something for this type. */
  readonly attributes: readonly string[];
  /** Operators of the condition language, in the order offered; the first is the default. */
  readonly operators: readonly Operator[];
  /** What its values are; `answer` where the server works them out, and they are of the kind of the result. */
  readonly kind: ValueKind | 'answer';
  /** Are its values worked out of other records, and not of the record itself as those of a formula are? */
  readonly fromOthers?: true;
  /** Is any text a value? `line` for one line, `long` for several. */
  readonly freeText?: 'line' | 'long';
  /** Are the values those of options, and do the options form a tree? */
  readonly options?: 'list' | 'tree';
  /** May a rule of kind `options` say which values are left? */
  readonly narrows?: true;
  /** What charts group records by; absent where they cannot. */
  readonly group?: GroupKind;
  /** Ranges that a filter offers at a press where the field names none. */
  readonly presets?: readonly string[];
  /** Are lists seldom filtered by it, so that a new field of it is no filter until staff choose it? */
  readonly rarelyFiltered?: true;
  /** A share in percent points: written with %, averaged and never added up. */
  readonly share?: true;
  /** A file that has to be a picture. */
  readonly isPicture?: true;
  /** Text that is the address of a page. */
  readonly isWebAddress?: true;
  /**
   * Types whose values become values of this one by their texts as far as those can be read; what cannot is lost to the
   * field, and so only with the consent of staff.
   */
  readonly readsFrom?: readonly FieldTypeName[];
  /** Numbers are aligned right, everything else left. */
  readonly align: 'start' | 'end';
  /** Pixels that a typical value needs as a column at the standard density. */
  readonly width: number;
  /**
   * One value of a comparison: a member for the types that hold lists, CNY for money, the value of an option, the id of a
   * record. Whole numbers are kept as numbers, other numbers as exact text.
   */
  readonly operand: (value: unknown) => Operand;
  /**
   * What staff see of a sealed value before they open it: a number without its middle, an address without its name; its
   * first character when absent.
   */
  readonly mask?: 'number' | 'address' | undefined;
  /** How sure the texts of a column without a known heading are values of this type, 0 to 1; 0 when absent. */
  readonly tells?: (texts: readonly string[]) => number;
  /** JSON Schema of the wire value; the caller has already left out absent values. */
  readonly schema: (field: FieldDefinition) => JsonSchema;
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
