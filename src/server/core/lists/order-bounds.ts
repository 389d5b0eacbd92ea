import type { Condition } from '#schemas/metadata/condition.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { fieldType, valueKind } from '#generators/field-types/registry.ts';
import { questionOf } from '#shared/conditions/value-test.ts';
import type { PagePlan } from './list-plan.ts';

/** Does a condition leave one stretch of the order's first key, or a few? */
function isBound({ keys: [first], readable, today }: PagePlan, condition: Condition): boolean {
  if (!first || !('field' in condition)) return false;
  const field = readable.find(({ apiName }) => apiName === condition.field);
  if (!field || fieldType(field).sortColumn(field) !== first.column) return false;
  const { ask, negated } = questionOf(field, condition, today);
  if (negated) return false;
  return ['number', 'days', 'instants'].includes(ask.test) || (ask.test === 'oneOf' && valueKind(field) !== 'money');
}

/** Amounts as they are compared where their column says a number, where no band is looked at. */
export const withoutBands = (fields: readonly FieldDefinition[]): readonly FieldDefinition[] =>
  fields.map((field) => (valueKind(field) === 'money' ? { ...field, selectOptions: [] } : field));

/**
 * The parts of a plan's condition that the index of its order is entered by: rows outside of them are no part of the way
 * along the order.
 */
export function orderBounds(plan: PagePlan): Condition | undefined {
  const { condition } = plan;
  if (!condition) return undefined;
  const bounds = ('and' in condition ? condition.and : [condition]).filter((member) => isBound(plan, member));
  return bounds.length > 0 ? { and: bounds } : undefined;
}
