import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { FieldValue } from '#schemas/metadata/value.ts';
import { ConditionFault, parseCondition } from '#generators/filters.ts';
import type { Condition } from '#schemas/metadata/condition.ts';
import type { ListView } from '#schemas/api/list-view.ts';
import { conditionWords } from '#shared/conditions/condition-words.ts';
import { type FilterLookups, labelsFrom, othersFrom } from '#client/features/records/filters/label-of.ts';
import { type PartPlace, textOf, viewOf } from './part-lookups.ts';

type KnownCondition = { readonly condition: Condition | undefined } | { readonly reason: string };

/** The text of a field as a condition on the records of a list; empty for no condition. */
export function readCondition(
  text: string,
  { config }: FieldDefinition,
  view: ListView,
  lookups: FilterLookups,
): KnownCondition {
  if (text === '') return { condition: undefined };
  try {
    const { fields, objectApiName: apiName } = view;
    const source = { fields, apiName, others: othersFrom(lookups), lastLook: config?.asksLastLook };
    return { condition: parseCondition(source, JSON.parse(text)) };
  } catch (thrown) {
    return { reason: thrown instanceof ConditionFault ? thrown.message : '不是有效的 JSON' };
  }
}

/** A condition on the records of a list in words. */
export const wordsOf = (condition: Condition, view: ListView, lookups: FilterLookups): string =>
  conditionWords(condition, { fields: view.fields, others: othersFrom(lookups) }, labelsFrom(lookups));

/** What a text of a record names, by its label; the text itself where it is not known. Observable. */
export function heldWords(place: PartPlace, value: FieldValue, lookups: FilterLookups): FieldValue {
  const { view } = viewOf(place, lookups);
  if (!view) return value;
  const label = (name: string) => view.fields.find(({ apiName }) => apiName === name)?.label ?? name;
  const text = textOf(value);
  switch (place.field.config?.holds) {
    case 'value':
      return text === '$today' ? '处理当天' : value;
    case 'order': {
      const [name = '', way] = text.split('.');
      return `${label(name)} ${way === 'asc' ? '从小到大' : '从大到小'}`;
    }
    case 'condition': {
      const known = readCondition(text, place.field, view, lookups);
      return 'reason' in known || !known.condition ? value : wordsOf(known.condition, view, lookups);
    }
    default:
      return Array.isArray(value) ? (value as string[]).map(label) : label(text);
  }
}
