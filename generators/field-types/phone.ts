import type { FieldType } from './field-type.ts';
import { lengthSchema, TEXT_OPERATORS, textStorage } from './parts.ts';

/** Digits with an optional country code, extension, spaces, hyphens and brackets. */
const PHONE_PATTERN = '^\\+?[0-9][0-9 ()\\-]{3,}(转[0-9]{1,6})?$';
const DEFAULT_MAX_PHONE_LENGTH = 20;

export const phone: FieldType = {
  type: 'phone',
  label: '电话',
  attributes: ['required', 'maxLength', 'placeholder', 'help', 'default', 'searchable', 'width'],
  operators: TEXT_OPERATORS,
  ruleType: 'string',
  align: 'start',
  schema: (field) => ({
    ...lengthSchema({ ...field, minLength: 0 }, DEFAULT_MAX_PHONE_LENGTH),
    pattern: PHONE_PATTERN,
    format: 'phone',
  }),
  typescript: () => 'string',
  ...textStorage,
  fromText: (value) => ({ value: value.trim() }),
  toText: (value) => String(value ?? ''),
};
