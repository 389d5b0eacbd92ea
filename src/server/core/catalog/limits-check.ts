import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { ROLE_LABELS } from '#schemas/metadata/role.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { isComputed, isFile } from '#generators/field-types/registry.ts';
import { isSealed } from '#generators/field-types/sealed.ts';
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
  return [...rowProblems(object, find, others), ...fieldProblems(object, find, others)];
}

function rowProblems(
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

/** What is wrong with the limits of fields: values that are shown beside no record, or that others show in another way. */
function fieldProblems(
  object: ObjectDefinition,
  find: (apiName: string) => ObjectDefinition | undefined,
  others: readonly ObjectDefinition[],
): Problem[] {
  return liveFields(object).flatMap((field) => {
    const { apiName, label, config: { limits } = {} } = field;
    if (!limits) return [];
    const say = (message: string): Problem => ({ field: apiName, message: `字段“${label}”${message}` });
    if (isSystem(object)) return [say('属于系统对象，值不能按条件可见')];
    if (isSealed(field)) return [say('加密保存，值不能再按条件可见')];
    if (isFile(field)) return [say('保存文件，值不能按条件可见，请改用“仅这些身份可见”')];
    if (field.config?.naming) return [say('也是名称，随处可搜到，值不能按条件可见')];
    if (isDaily(object, field)) return [say('每天都会变化，值不能按条件可见')];
    const [taker] = takersOf(object, others, find, apiName);
    const taken =
      taker === undefined
        ? []
        : [`由${taker}汇总或引用，看到它的人可以由此推断看不到的值；请先把它限定为产品人员可见，或去掉`];
    const words = limits.flatMap((limit, at) =>
      wordsOf(object, limit).map((one) => `的可见条件第 ${at + 1} 条：${one}`),
    );
    return [...words, ...taken].map(say);
  });
}

const isDaily = (object: ObjectDefinition, field: FieldDefinition): boolean =>
  isComputed(field) && new Formulas(object).changesDaily(field.apiName);

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
    return comparisons(condition).flatMap(({ field: apiName }) => {
      const field = findField(object, apiName);
      return field && isDaily(object, field) ? [`“${field.label}”每天都会变化，不能用作可见条件`] : [];
    });
  } catch (error) {
    if (!(error instanceof ConditionFault)) throw error;
    return [error.message];
  }
}
