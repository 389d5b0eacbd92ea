import type { Comparison, Operator } from '#schemas/metadata/condition.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { valueType } from '#generators/field-types/registry.ts';

/** Comparisons of one value that are a range with an open end. */
const FROM: readonly Operator[] = ['gte', 'notBefore'];
const TO: readonly Operator[] = ['lte', 'notAfter'];

/** How a field is compared with what a user types: between two ends where it can, else as its type does first. */
const customOperator = (field: FieldDefinition): Operator => {
  const { operators } = valueType(field);
  return operators.includes('between') ? 'between' : (operators[0] ?? 'notEmpty');
};

/** What applies as a user would type it; blank where it is no range of the user's own. */
export function asCustom(field: FieldDefinition, current: Comparison | undefined): Comparison {
  const op = customOperator(field);
  const blank: Comparison = { field: field.apiName, op };
  if (!current) return blank;
  const possibly = current.possibly ? { possibly: true as const } : {};
  if (current.op === op) return current;
  if (op !== 'between') return blank;
  if (FROM.includes(current.op)) return { ...blank, value: [current.value, null], ...possibly };
  return TO.includes(current.op) ? { ...blank, value: [null, current.value], ...possibly } : { ...blank, ...possibly };
}

/** A range with an open end as the comparison of one value that it is: 不早于, 不大于. */
export function settled(draft: Comparison, field: FieldDefinition): Comparison {
  if (draft.op !== 'between' || !Array.isArray(draft.value)) return draft;
  const [from, to] = draft.value as readonly unknown[];
  const { operators } = valueType(field);
  const as = (wanted: readonly Operator[], value: unknown) => {
    const op = wanted.find((candidate) => operators.includes(candidate));
    return op === undefined ? draft : { ...draft, op, value };
  };
  if (to === null) return as(FROM, from);
  return from === null ? as(TO, to) : draft;
}
