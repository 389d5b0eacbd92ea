import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { FieldValue } from '#schemas/metadata/value.ts';
import { fieldType } from '#generators/field-types/registry.ts';

/** Says which entry of a value may not be chosen; undefined when all may. `old` is the value as last saved. */
export type ChoiceCheck = (value: FieldValue, old: FieldValue) => string | undefined;

const entriesOf = (value: FieldValue): readonly unknown[] => (Array.isArray(value) ? value : [value]);

/**
 * What the schema does not say about options: those of a tree exist, and a retired one can only stay where it already
 * was. A tree whose options have not been filled in is not judged here.
 */
export function choiceCheck(field: FieldDefinition): ChoiceCheck | undefined {
  const options = field.selectOptions ?? [];
  const form = fieldType(field).options;
  const known = form === 'tree' && options.length > 0 ? new Set(options.map(({ value }) => value)) : undefined;
  const retired = new Map(options.filter((option) => option.retired).map(({ value, label }) => [value, label]));
  if (!form || (!known && retired.size === 0)) return undefined;
  return (value, old) => {
    for (const entry of entriesOf(value) as readonly string[]) {
      if (known && !known.has(entry)) return `选项“${entry}”不存在`;
      if (retired.has(entry) && !entriesOf(old).includes(entry)) return `选项“${retired.get(entry)}”已停用，不能再选`;
    }
    return undefined;
  };
}
