import type { RecordsAsked } from '#client/lib/records-asked.ts';
import type { Comparison } from '#schemas/metadata/condition.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { SelectOption } from '#schemas/metadata/option-set.ts';
import type { FieldValue, FileValue, ReferenceValue } from '#schemas/metadata/value.ts';

/** Labels of stored option values. Reads are observable: a label may arrive after its option set has loaded. */
export interface OptionLabels {
  /** Label of a value; the value itself where the option is unknown. */
  readonly label: (optionSet: string | undefined, value: string, field: FieldDefinition) => string;
  /** Labels from the root of a tree to a value; empty while unknown. */
  readonly path: (optionSet: string | undefined, value: string) => string[];
}

/** A read-only value in a list or on a detail page. */
export interface CellProps {
  readonly field: FieldDefinition;
  readonly value: FieldValue;
  readonly options: OptionLabels;
}

/** A known value as one line of text. Reads of labels are observable. */
export type CellText = (value: NonNullable<FieldValue>, field: FieldDefinition, options: OptionLabels) => string;

/** Keeps a file for a field and says where. Throws an error whose message may be shown. */
export type Upload = (
  file: File,
  how: {
    readonly field: FieldDefinition;
    /** Gives the upload up. */
    readonly signal: AbortSignal;
    /** Hears the share that has gone, 0 to 1. */
    readonly onProgress: (share: number) => void;
  },
) => Promise<FileValue>;

/** A tree of options that comes as far as is asked. Reads are observable, and asking starts the load. */
export interface TreeLookup {
  /** Asks for options and those above them. True when they are here, or known not to be. */
  readonly want: (values: readonly string[]) => boolean;
  /** Are the options directly below a branch here? The first level for undefined. */
  readonly level: (parent: string | undefined) => 'here' | 'loading' | 'failed';
  /** Asks once more for a level that could not be read. */
  readonly retry: (parent: string | undefined) => void;
  /** Options that may be chosen and are called by a text; they are among the options from then on. Rejects when it fails. */
  readonly search: (text: string, signal: AbortSignal) => Promise<readonly SelectOption[]>;
}

/** What inputs and filters look up while a person types. */
export interface FieldLookups {
  /**
   * Options of a list, or those of a tree that are here (flat, with `parent`). Observable: empty until loaded, and asking
   * starts the load of a list.
   */
  readonly options: (field: FieldDefinition) => readonly SelectOption[];
  /** The tree of a field; undefined where `options` has the whole of it. */
  readonly tree?: ((field: FieldDefinition) => TreeLookup | undefined) | undefined;
  /** Records of an object whose name contains a text, at most `limit` (99 or 999). Rejects when the lookup fails. */
  readonly searchRecords: (
    objectApiName: string,
    text: string,
    limit: number,
    asked?: RecordsAsked,
  ) => Promise<ReferenceValue[]>;
  /** Name of a record by its id. Observable: undefined until known, and asking starts the load. */
  readonly recordName?: ((objectApiName: string, id: string) => string | undefined) | undefined;
  /** Absent where uploads are not offered, and an address is asked for instead. */
  readonly upload?: Upload | undefined;
}

/** The control of one field in a form; its label, help and problem are the form's, which `describedBy` points to. */
export interface InputProps {
  readonly id: string;
  readonly field: FieldDefinition;
  readonly value: FieldValue;
  /** Undefined clears. Text that is no value of the type is handed on as it is, and validation refuses it. */
  readonly onChange: (value: FieldValue) => void;
  readonly onBlur: () => void;
  readonly problem?: string | undefined;
  readonly disabled?: boolean | undefined;
  readonly required: boolean;
  /** Option values that a rule leaves; all when absent. */
  readonly allowed?: readonly string[] | undefined;
  /** Of a link: which records it may lead to. */
  readonly choice?: Pick<RecordsAsked, 'linkOf' | 'beside'> | undefined;
  readonly lookups: FieldLookups;
  /** Ids of the help and the problem, as in `aria-describedby`. */
  readonly describedBy?: string | undefined;
}

/** The value editor of one comparison; draws nothing for operators that take no value. */
export interface FilterProps {
  readonly field: FieldDefinition;
  readonly comparison: Comparison;
  readonly onChange: (next: Comparison) => void;
  readonly lookups: FieldLookups;
}
