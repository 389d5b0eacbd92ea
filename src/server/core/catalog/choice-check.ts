import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { isLinking } from '#generators/field-types/registry.ts';
import { ConditionFault, parseCondition } from '#generators/filters.ts';
import { findField, liveFields } from '#generators/object.ts';
import { withSystemFields } from '#generators/system-fields.ts';
import type { Problem } from '#shared/errors.ts';

type FindObject = (apiName: string) => ObjectDefinition | undefined;

/** What would keep it from being judged which records links of an object may lead to. */
export function choiceProblems(object: ObjectDefinition, findObject: FindObject): Problem[] {
  return liveFields(object).flatMap((field) => {
    const { targetApiName = '', config } = field;
    const target = targetApiName === object.apiName ? object : findObject(targetApiName);
    if (!target || !isLinking(field)) return [];
    const words = [...filterWords(target, config?.targetFilter), ...matchWords(object, target, field)];
    return words.map((message) => ({ field: field.apiName, message: `字段“${field.label}”：${message}` }));
  });
}

function filterWords(target: ObjectDefinition, filter: unknown): string[] {
  if (filter === undefined) return [];
  try {
    const fields = target.fields.map(({ removed: _removed, ...field }) => field);
    parseCondition({ fields: withSystemFields(target, fields) }, filter);
    return [];
  } catch (error) {
    if (!(error instanceof ConditionFault)) throw error;
    return [`“可选的记录”的条件有误：${error.message}`];
  }
}

function matchWords(
  object: ObjectDefinition,
  target: ObjectDefinition,
  { apiName, config }: FieldDefinition,
): string[] {
  const { targetMatch: match } = config ?? {};
  if (!match) return [];
  const of = liveFields(object).find((field) => field.apiName === match.of);
  const field = findField(target, match.field);
  if (!of || of.apiName === apiName || !isLinking(of)) return [`“随本表单字段”应为本对象的另一个关联字段`];
  if (!field || !isLinking(field) || field.targetApiName !== of.targetApiName)
    return [`“对应的字段”应为“${target.label}”中与“${of.label}”关联同一对象的字段`];
  return [];
}
