import type { FieldType } from './field-type.ts';
import { DEFAULT_MAX_LONG_LENGTH, lengthSchema, TEXT_OPERATORS, textOperand, textStorage, WRITTEN } from './parts.ts';

/** Text of several lines; line breaks are kept. */
export const longText: FieldType = {
  type: 'longText',
  label: '多行文本',
  aliases: ['长文本', '文本域', '备注'],
  attributes: [
    'required',
    'minLength',
    'maxLength',
    'pattern',
    'patternMessage',
    'placeholder',
    'holds',
    'holdsOf',
    'asksLastLook',
    'help',
    'default',
    'defaultFormula',
    'searchable',
    'width',
    'sealed',
  ],
  operators: TEXT_OPERATORS,
  kind: 'text',
  freeText: 'long',
  rarelyFiltered: true,
  readsFrom: WRITTEN,
  align: 'start',
  width: 260,
  operand: textOperand,
  schema: (field) => lengthSchema(field, DEFAULT_MAX_LONG_LENGTH),
  ...textStorage,
  sortColumn: () => null,
  fromText: (value) => ({ value: value.trim().replace(/\r\n?/g, '\n') }),
  toText: (value) => String(value ?? ''),
};
