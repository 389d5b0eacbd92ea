import type { Comparison, Condition, Existence } from '#schemas/metadata/condition.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ConditionSource } from '#generators/filters.ts';
import { valueType } from '#generators/field-types/registry.ts';
import { OPEN_END, OPERATOR_FORMS } from '#generators/operators.ts';

const MAX_WORDS = 2000;

function valueWords(value: unknown, field: FieldDefinition): string {
  if (Array.isArray(value)) return value.map((entry) => valueWords(entry, field)).join('、');
  if (typeof value === 'boolean') return value ? '是' : '否';
  if (typeof value !== 'string') return typeof value === 'object' ? JSON.stringify(value) : String(value);
  const option = field.selectOptions?.some((candidate) => candidate.value === value);
  const { options, toText } = valueType(field);
  if (option !== true) return value;
  return options === 'tree'
    ? toText(value, field)
    : (field.selectOptions?.find((one) => one.value === value)?.label ?? value);
}

function comparisonWords({ field: apiName, op, value }: Comparison, fields: readonly FieldDefinition[]): string {
  const field = fields.find((candidate) => candidate.apiName === apiName);
  if (!field) return apiName;
  const { label, shape } = OPERATOR_FORMS[op];
  if (shape === 'nothing') return `${field.label}${label}`;
  if (shape === 'count') return `${field.label}${label.replace('N', String(value))}`;
  if (shape === 'range' && Array.isArray(value)) {
    const ends = value.map((end: unknown) => (end === null ? OPEN_END : valueWords(end, field)));
    return `${field.label} ${label} ${ends.join(' 至 ')}`;
  }
  return `${field.label} ${label} ${valueWords(value, field)}`;
}

/** Fields that a condition names, and those of the other objects that it asks about. */
type Named = Pick<ConditionSource, 'fields' | 'others'>;

function existenceWords({ exists }: Existence, { others }: Named): string {
  const { objectApiName, fields: names, filter, atLeast = 1 } = exists;
  const { label = objectApiName, fields = [] } = others?.(objectApiName) ?? {};
  const links = names.map((name) => fields.find(({ apiName }) => apiName === name)?.label ?? name).join('、');
  const which = filter ? `，且${words(filter, { fields, others }, true)}` : '';
  return `至少 ${atLeast} 条${label}（经${links}${which}）`;
}

function words(condition: Condition, named: Named, inside: boolean): string {
  const group = (members: readonly Condition[], word: string) => {
    const text = members.map((member) => words(member, named, true)).join(word);
    return inside && members.length > 1 ? `（${text}）` : text;
  };
  if ('and' in condition) return group(condition.and, ' 且 ');
  if ('or' in condition) return group(condition.or, ' 或 ');
  if ('not' in condition) return `非（${words(condition.not, named, false)}）`;
  return 'exists' in condition ? existenceWords(condition, named) : comparisonWords(condition, named.fields);
}

/** A condition in words, for people who read a file long after it was made; a very long one is cut. */
export function conditionWords(condition: Condition, named: Named): string {
  const text = words(condition, named, false);
  return text.length > MAX_WORDS ? `${text.slice(0, MAX_WORDS)}……` : text;
}
