import type { Comparison, Operator } from '#schemas/metadata/condition.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { ConditionFault, parseCondition } from '#generators/filters.ts';
import { NO_ENDS, OPERATOR_FORMS } from '#generators/operators.ts';
import { valueType } from '#generators/field-types/registry.ts';

/** A comparison on a field before a person has said anything. */
export function startComparison(field: FieldDefinition): Comparison {
  return { field: field.apiName, op: valueType(field).operators[0] ?? 'notEmpty' };
}

/** The same comparison by another operator; the value stays where it still means the same. */
export function withOperator(comparison: Comparison, op: Operator): Comparison {
  const keeps = OPERATOR_FORMS[comparison.op].shape === OPERATOR_FORMS[op].shape && !OPERATOR_FORMS[op].read;
  if (!keeps || comparison.value === undefined) return { field: comparison.field, op };
  const { possibly, ...rest } = comparison;
  return { ...rest, op, ...(possibly && !OPERATOR_FORMS[op].read && { possibly }) };
}

/** What is still wrong with a comparison, in Chinese; undefined when it can be applied. */
export function comparisonProblem(
  comparison: Comparison,
  field: FieldDefinition,
  lastLook = false,
): string | undefined {
  const isBlank = comparison.value === undefined || comparison.value === '' || comparison.value === null;
  const { shape } = OPERATOR_FORMS[comparison.op];
  if (shape !== 'nothing' && isBlank) return shape === 'range' ? NO_ENDS : '请填写筛选值';
  try {
    parseCondition({ fields: [field], lastLook }, comparison);
    return undefined;
  } catch (thrown) {
    return thrown instanceof ConditionFault ? thrown.reason : '筛选条件有误';
  }
}
