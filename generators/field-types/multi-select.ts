import type { FieldType } from './field-type.ts';
import { DEFAULT_MAX_ITEMS, FREE_TEXTS, LIST_OPERATORS, optionOperand, splitList } from './parts.ts';
import { findOption, optionLabel } from './select.ts';

/** Several options, each at most once, in the order chosen. */
export const multiSelect: FieldType = {
  type: 'multiSelect',
  label: '多选',
  aliases: ['标签', '复选'],
  attributes: [
    'required',
    'selectOptions',
    'optionSet',
    'maxItems',
    'placeholder',
    'help',
    'default',
    'defaultFormula',
    'width',
  ],
  operators: LIST_OPERATORS,
  kind: 'texts',
  options: 'list',
  narrows: true,
  readsFrom: [...FREE_TEXTS, 'textList'],
  group: 'option',
  align: 'start',
  width: 180,
  operand: optionOperand,
  schema: (field) => ({
    type: 'array',
    items: { type: 'string', enum: (field.selectOptions ?? []).map((option) => option.value) },
    uniqueItems: true,
    maxItems: field.config?.maxItems ?? DEFAULT_MAX_ITEMS,
  }),
  columns: (field) => [{ name: field.apiName, sqlType: 'text[]', index: 'members' }],
  sortColumn: () => null,
  toColumns: (value) => [Array.isArray(value) && value.length > 0 ? value : null],
  fromColumns: ([value]) => (value === null ? undefined : value),
  fromText: (text, field) => {
    const parts = splitList(text);
    const unknown = parts.filter((part) => !findOption(part, field.selectOptions));
    if (unknown.length > 0) return { reason: `选项“${unknown.join('、')}”不存在` };
    return { value: [...new Set(parts.map((part) => findOption(part, field.selectOptions)?.value ?? part))] };
  },
  toText: (value, field) => ((value ?? []) as string[]).map((entry) => optionLabel(entry, field)).join('、'),
};
