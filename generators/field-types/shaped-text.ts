import type { FieldTypeName } from '#schemas/metadata/field.ts';
import type { FieldType } from './field-type.ts';
import { FREE_TEXTS, lengthSchema, TEXT_OPERATORS, textOperand, textStorage } from './parts.ts';

interface Shape {
  readonly type: FieldTypeName;
  readonly label: string;
  readonly aliases: readonly string[];
  readonly pattern: string;
  /** Format that our validators know by name, for a message in words. */
  readonly format: string;
  /** Largest length in code points when the field says nothing. */
  readonly maxLength: number;
  /** Pixels of a column. */
  readonly width: number;
  readonly mask?: FieldType['mask'];
}

/** A line of text that must have a certain shape: an address, a number to call. */
export const shapedText = ({ type, label, aliases, pattern, format, maxLength, width, mask }: Shape): FieldType => ({
  type,
  label,
  aliases,
  attributes: [
    'required',
    'maxLength',
    'placeholder',
    'help',
    'default',
    'defaultFormula',
    'unique',
    'uniqueWithin',
    'searchable',
    'width',
    'sealed',
  ],
  operators: TEXT_OPERATORS,
  kind: 'text',
  readsFrom: FREE_TEXTS,
  mask,
  align: 'start',
  width,
  operand: textOperand,
  schema: (field) => ({ ...lengthSchema({ ...field, minLength: 0 }, maxLength), pattern, format }),
  ...textStorage,
  fromText: (value) => ({ value: value.trim() }),
  toText: (value) => String(value ?? ''),
});
