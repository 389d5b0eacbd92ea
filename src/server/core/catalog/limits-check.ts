import { ROLE_LABELS } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { isComputed } from '#generators/field-types/registry.ts';
import { comparisons, ConditionFault, parseCondition } from '#generators/filters.ts';
import { findField, isSystem, liveFields } from '#generators/object.ts';
import { withSystemFields } from '#generators/system-fields.ts';
import type { Problem } from '#shared/errors.ts';
import { Formulas } from '#shared/rules/formulas.ts';
import { takersOf } from '#server/core/derived/derived-check.ts';

/** What is wrong with the limits of an object, and what they would leave open: values that others work out of its records. */
export function limitProblems(
  object: ObjectDefinition,
  find: (apiName: string) => ObjectDefinition | undefined,
  others: readonly ObjectDefinition[],
): Problem[] {
  const { limits } = object.access;
  if (!limits) return [];
  const say = (message: string): Problem => ({ field: 'access.limits', message });
  if (isSystem(object)) return [say('系统对象的记录不能按条件可见')];
  const takers = takersOf(object, others, find);
  return [
    ...limits.flatMap((limit, at) => wordsOf(object, limit).map((words) => say(`可见范围第 ${at + 1} 条：${words}`))),
    ...takers
      .slice(0, 1)
      .map((taker) =>
        say(
          `${taker}由“${object.label}”的记录汇总或引用，所有能看到它的人可以由此推断看不到的记录；请先把它限定为产品人员可见，或去掉`,
        ),
      ),
  ];
}

type Limit = NonNullable<ObjectDefinition['access']['limits']>[number];

function wordsOf(object: ObjectDefinition, { roles = [], filter, own }: Limit): string[] {
  const unknown = roles.filter((role) => !Object.hasOwn(ROLE_LABELS, role)).map((role) => `没有身份“${role}”`);
  if (filter === undefined) return own === undefined && roles.length === 0 ? ['请选择身份或条件'] : unknown;
  return [...unknown, ...conditionWords(object, filter)];
}

/** A condition is of the values of the record alone, and of values that are kept: others cannot be compared in every statement. */
function conditionWords(object: ObjectDefinition, filter: unknown): string[] {
  try {
    const condition = parseCondition({ fields: withSystemFields(object, liveFields(object)) }, filter);
    const formulas = new Formulas(object);
    return comparisons(condition).flatMap(({ field: apiName }) => {
      const field = findField(object, apiName);
      const isDaily = field !== undefined && isComputed(field) && formulas.changesDaily(apiName);
      return isDaily ? [`“${field.label}”每天都会变化，不能用作可见条件`] : [];
    });
  } catch (error) {
    if (!(error instanceof ConditionFault)) throw error;
    return [error.message];
  }
}
