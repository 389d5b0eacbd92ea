import type { Comparison, Condition } from '#schemas/metadata/condition.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
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

function words(condition: Condition, fields: readonly FieldDefinition[], inside: boolean): string {
  const group = (members: readonly Condition[], word: string) => {
    const text = members.map((member) => words(member, fields, true)).join(word);
    return inside && members.length > 1 ? `（${text}）` : text;
  };
  if ('and' in condition) return group(condition.and, ' 且 ');
  if ('or' in condition) return group(condition.or, ' 或 ');
  return 'not' in condition ? `非（${words(condition.not, fields, false)}）` : comparisonWords(condition, fields);
}

/** A condition in words, for people who read a file long after it was made; a very long one is cut. */
export function conditionWords(condition: Condition, fields: readonly FieldDefinition[]): string {
  const text = words(condition, fields, false);
  return text.length > MAX_WORDS ? `${text.slice(0, MAX_WORDS)}……` : text;
}
