import type { Condition } from '#schemas/metadata/condition.ts';
import { valueType } from '#generators/field-types/registry.ts';
import { conditionWords as wordsOf, type LabelOf, type WordSource } from '#shared/conditions/condition-words.ts';

const MAX_WORDS = 2000;

const labelOf: LabelOf = (value, field) => {
  const option = field.selectOptions?.find((candidate) => candidate.value === value);
  const { options, toText } = valueType(field);
  if (!option) return value;
  return options === 'tree' ? toText(value, field) : option.label;
};

/** A condition in words, for people who read a file long after it was made; a very long one is cut. */
export function conditionWords(condition: Condition, named: Omit<WordSource, 'namesLinks'>): string {
  const text = wordsOf(condition, { ...named, namesLinks: true }, labelOf, Number.POSITIVE_INFINITY);
  return text.length > MAX_WORDS ? `${text.slice(0, MAX_WORDS)}……` : text;
}
