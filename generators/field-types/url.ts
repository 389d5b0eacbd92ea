import type { FieldType } from './field-type.ts';
import { DEFAULT_MAX_LENGTH, lengthSchema, TEXT_OPERATORS, textStorage } from './parts.ts';

/** A web address. Only http and https, so that no link of ours can run script. */
const URL_PATTERN = '^https?://[^\\s/?#]+\\.[^\\s]+$';

export const url: FieldType = {
  type: 'url',
  label: '网址',
  attributes: ['required', 'maxLength', 'placeholder', 'help', 'default', 'searchable', 'width'],
  operators: TEXT_OPERATORS,
  ruleType: 'string',
  align: 'start',
  schema: (field) => ({
    ...lengthSchema({ ...field, minLength: 0 }, DEFAULT_MAX_LENGTH),
    pattern: URL_PATTERN,
    format: 'url',
  }),
  typescript: () => 'string',
  ...textStorage,
  fromText: (text) => {
    const value = text.trim();
    return { value: /^[a-z][a-z0-9+.-]*:/i.test(value) ? value : `https://${value}` };
  },
  toText: (value) => String(value ?? ''),
};
