import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { pathParameters } from '#generators/actions.ts';
import { valueKind } from '#generators/field-types/registry.ts';
import { ConditionFault, parseCondition } from '#generators/filters.ts';
import { findField, liveFields } from '#generators/object.ts';
import type { Problem } from '#shared/errors.ts';

/** What would keep the records of an object that wait for staff from being counted, or opened. */
export function waitingProblems(object: ObjectDefinition): Problem[] {
  const { waits } = object;
  if (!waits) return [];
  const say = (message: string): Problem => ({ field: 'waits', message: `待处理：${message}` });
  const since = findField(object, waits.since);
  const unknown = pathParameters(waits.link ?? '').filter((name) => name !== 'id');
  return [
    ...(since && !since.removed && valueKind(since) === 'instant' ? [] : [`“${waits.since}”不是日期时间字段`]),
    ...unknown.map((name) => `打开一条的地址只能含 {id}，不能含“${name}”`),
    ...conditionProblems(object, waits.when),
  ].map(say);
}

function conditionProblems(object: ObjectDefinition, when: unknown): string[] {
  try {
    parseCondition({ fields: liveFields(object) }, when);
    return [];
  } catch (error) {
    if (!(error instanceof ConditionFault)) throw error;
    return [error.message];
  }
}
