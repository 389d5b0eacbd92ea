import type { FieldType } from './field-type.ts';
import { DEFAULT_MAX_LENGTH, lengthSchema, TEXT_OPERATORS, textStorage } from './parts.ts';

const EMAIL_PATTERN = '^[^\\s@]+@[^\\s@.]+(\\.[^\\s@.]+)+$';

export const email: FieldType = {
  type: 'email',
  label: '邮箱',
  attributes: ['required', 'maxLength', 'placeholder', 'help', 'default', 'searchable', 'width'],
  operators: TEXT_OPERATORS,
  ruleType: 'string',
  align: 'start',
  schema: (field) => ({
    ...lengthSchema({ ...field, minLength: 0 }, DEFAULT_MAX_LENGTH),
    pattern: EMAIL_PATTERN,
    format: 'email-address',
  }),
  typescript: () => 'string',
  ...textStorage,
  fromText: (value) => ({ value: value.trim() }),
  toText: (value) => String(value ?? ''),
};
