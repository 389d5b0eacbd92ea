import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { SelectOption } from '#schemas/metadata/option-set.ts';
import type { FieldType, ParsedText } from './field-type.ts';
import { CHOICE_OPERATORS, FREE_TEXTS, optionOperand, textStorage } from './parts.ts';

/** The option a person means by a text: its value, its label or one of its other spellings. */
export function findOption(text: string, options: readonly SelectOption[] = []): SelectOption | undefined {
  const wanted = text.trim().toLowerCase();
  return (
    options.find((option) => option.value.toLowerCase() === wanted) ??
    options.find((option) => option.label.toLowerCase() === wanted) ??
    options.find((option) => option.aliases?.some((alias) => alias.toLowerCase() === wanted))
  );
}

/** Label of a stored value; the value itself when the option is gone. */
export function optionLabel(value: string, field: FieldDefinition): string {
  return field.selectOptions?.find((option) => option.value === value)?.label ?? value;
}

function optionFromText(text: string, field: FieldDefinition): ParsedText {
  const option = findOption(text, field.selectOptions);
  return option ? { value: option.value } : { reason: `选项“${text.trim()}”不存在` };
}

export const select: FieldType = {
  type: 'select',
  label: '单选',
  aliases: ['下拉', '枚举'],
  attributes: [
    'required',
    'selectOptions',
    'optionSet',
    'placeholder',
    'help',
    'default',
    'defaultFormula',
    'unique',
    'uniqueWithin',
    'sortable',
    'width',
  ],
  operators: [...CHOICE_OPERATORS.slice(0, 1), 'between', ...CHOICE_OPERATORS.slice(1)],
  kind: 'text',
  options: 'list',
  narrows: true,
  readsFrom: [...FREE_TEXTS, 'multiSelect'],
  group: 'option',
  align: 'start',
  width: 120,
  operand: optionOperand,
  schema: (field) => ({ type: 'string', enum: (field.selectOptions ?? []).map((option) => option.value) }),
  ...textStorage,
  optionOrder: (field) => field.selectOptions?.map((option) => option.value),
  fromText: optionFromText,
  tells: (texts) => (texts.length >= 5 && new Set(texts).size > 1 ? 0.52 : 0),
  toText: (value, field) => (value ? optionLabel(value as string, field) : ''),
};
