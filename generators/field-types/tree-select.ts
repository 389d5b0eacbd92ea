import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { SelectOption } from '#schemas/metadata/option-set.ts';
import { treeOf } from '#generators/option-tree.ts';
import type { FieldType } from './field-type.ts';
import { textStorage } from './parts.ts';
import { findOption } from './select.ts';

/** The option that a path such as 广东/深圳 or a bare name such as 深圳 means. */
function fromPath(text: string, field: FieldDefinition): SelectOption | undefined {
  const options = field.selectOptions ?? [];
  let parent: SelectOption | undefined;
  for (const part of text.split(/[/／>·-]/).map((piece) => piece.trim()).filter(Boolean)) {
    const below = parent ? options.filter((option) => option.parent === parent?.value) : options;
    const next = findOption(part, below);
    if (!next) return undefined;
    parent = next;
  }
  return parent;
}

/** The way from the root to an option, e.g. 广东/深圳; the value itself when it is unknown. */
function pathOf(value: string, field: FieldDefinition): string {
  const path = treeOf(field.selectOptions ?? []).path(value);
  return path.map((option) => option.label).join('/') || value;
}

/** One option of a tree; branches are options too. */
export const treeSelect: FieldType = {
  type: 'treeSelect',
  label: '树形单选',
  attributes: ['required', 'optionSet', 'placeholder', 'help', 'default', 'sortable', 'width'],
  operators: ['under', 'in', 'notIn', 'eq', 'ne', 'empty', 'notEmpty'],
  ruleType: 'string',
  align: 'start',
  schema: () => ({ type: 'string', minLength: 1, maxLength: 64, format: 'option' }),
  typescript: () => 'string',
  ...textStorage,
  fromText: (text, field) => {
    const option = findOption(text, field.selectOptions) ?? fromPath(text, field);
    return option ? { value: option.value } : { reason: `没有选项“${text.trim()}”` };
  },
  toText: (value, field) => (value ? pathOf(value as string, field) : ''),
};
