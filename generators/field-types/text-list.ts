import type { FieldType } from './field-type.ts';
import { DEFAULT_MAX_ITEMS, FREE_TEXTS, LIST_OPERATORS, splitList, textOperand } from './parts.ts';

const MAX_ENTRY_LENGTH = 200;

/** Free texts, e.g. tags, aliases, investors known only by name. `maxLength` bounds each entry. */
export const textList: FieldType = {
  type: 'textList',
  label: '文本列表',
  aliases: ['标签'],
  attributes: [
    'required',
    'maxLength',
    'maxItems',
    'placeholder',
    'holds',
    'holdsOf',
    'help',
    'searchable',
    'naming',
    'width',
  ],
  operators: LIST_OPERATORS,
  kind: 'texts',
  narrows: true,
  readsFrom: [...FREE_TEXTS, 'select', 'multiSelect'],
  align: 'start',
  width: 200,
  operand: textOperand,
  schema: (field) => ({
    type: 'array',
    items: { type: 'string', minLength: 1, maxLength: field.maxLength ?? MAX_ENTRY_LENGTH },
    uniqueItems: true,
    maxItems: field.config?.maxItems ?? DEFAULT_MAX_ITEMS,
  }),
  columns: (field) => [{ name: field.apiName, sqlType: 'text[]', index: 'members' }],
  sortColumn: () => null,
  toColumns: (value) => [Array.isArray(value) && value.length > 0 ? value : null],
  fromColumns: ([value]) => (value === null ? undefined : value),
  fromText: (text) => ({ value: splitList(text) }),
  toText: (value) => ((value ?? []) as string[]).join('、'),
};
