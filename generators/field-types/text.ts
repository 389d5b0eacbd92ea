import type { FieldType } from './field-type.ts';
import { DEFAULT_MAX_LENGTH, lengthSchema, TEXT_OPERATORS, textOperand, textStorage, WRITTEN } from './parts.ts';

/** One line of text. */
export const text: FieldType = {
  type: 'text',
  label: '单行文本',
  attributes: [
    'required',
    'minLength',
    'maxLength',
    'placeholder',
    'holds',
    'holdsOf',
    'help',
    'default',
    'unique',
    'uniqueWithin',
    'sortable',
    'searchable',
    'naming',
    'width',
    'sealed',
    'oneByOne',
  ],
  operators: TEXT_OPERATORS,
  kind: 'text',
  freeText: 'line',
  narrows: true,
  readsFrom: WRITTEN,
  align: 'start',
  width: 160,
  operand: textOperand,
  schema: (field) => lengthSchema(field, DEFAULT_MAX_LENGTH),
  ...textStorage,
  fromText: (value) => ({ value: value.trim() }),
  toText: (value) => String(value ?? ''),
};
