import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { SelectOption } from '#schemas/metadata/option-set.ts';
import { treeOf } from '#generators/option-tree.ts';
import type { FieldType } from './field-type.ts';
import { FREE_TEXTS, optionOperand, textStorage } from './parts.ts';
import { findOption } from './select.ts';

/** No label is longer, so no longer beginning of a path names an option. */
const LONGEST_LABEL = 200;

/**
 * The option that a path such as 广东/深圳 means, from a level downwards. Labels may have separators in them
 * (半导体/集成电路), so the longest beginning that names an option is followed first.
 */
function fromPath(
  text: string,
  level: readonly SelectOption[],
  options: readonly SelectOption[],
): SelectOption | undefined {
  const path = text.replace(/^[\s/／>·-]+/, '');
  const cuts = Array.from(path.slice(0, LONGEST_LABEL + 1).matchAll(/[/／>·-]/g), ({ index }) => index);
  for (const cut of path.length > LONGEST_LABEL ? cuts.toReversed() : [path.length, ...cuts.toReversed()]) {
    const option = findOption(path.slice(0, cut), level);
    const rest = path.slice(cut + 1);
    if (option && /^[\s/／>·-]*$/.test(rest)) return option;
    const below = option ? options.filter(({ parent }) => parent === option.value) : [];
    const found = below.length > 0 ? fromPath(rest, below, options) : undefined;
    if (found) return found;
  }
  return undefined;
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
  aliases: ['级联', '分类'],
  attributes: [
    'required',
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
  operators: ['under', 'in', 'notIn', 'eq', 'ne', 'empty', 'notEmpty'],
  kind: 'text',
  options: 'tree',
  narrows: true,
  readsFrom: FREE_TEXTS,
  group: 'option',
  align: 'start',
  width: 150,
  operand: optionOperand,
  schema: () => ({ type: 'string', minLength: 1, maxLength: 64, format: 'option' }),
  ...textStorage,
  optionOrder: (field) => field.selectOptions && treeOf(field.selectOptions).order,
  fromText: (text, field) => {
    const options = field.selectOptions ?? [];
    const roots = options.filter(({ parent }) => parent === undefined);
    // A bare name such as 深圳 may be of any level, and so may the beginning of a path.
    const option = findOption(text, options) ?? fromPath(text, roots, options) ?? fromPath(text, options, options);
    return option ? { value: option.value } : { reason: `选项“${text.trim()}”不存在` };
  },
  toText: (value, field) => (value ? pathOf(value as string, field) : ''),
};
