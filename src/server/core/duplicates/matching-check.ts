import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { ObjectMatching } from '#schemas/metadata/matching.ts';
import type { Annotations } from '#schemas/metadata/annotations.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { isComputed, isDated, valueKind } from '#generators/field-types/registry.ts';
import { isSealed } from '#generators/field-types/sealed.ts';
import { readersOf } from '#generators/readers.ts';
import type { Problem } from '#shared/errors.ts';

const PROPERTIES: Readonly<Record<string, object>> = ObjectMatching.properties;
const isText = (field: FieldDefinition): boolean => ['text', 'texts'].includes(valueKind(field));

/**
 * The fields that duplicates are found by must be there, hold texts, and be open to all who may open a record: keys are
 * kept beside the records as they are, and who types a value learns which record has it.
 */
export function matchingProblems(
  object: ObjectDefinition,
  findObject: (apiName: string) => ObjectDefinition | undefined,
): Problem[] {
  const { matching, fields } = object;
  if (!matching) return [];
  const { objectApiName, ...named } = matching;
  const say = (key: string, words: string): Problem => {
    const { title } = (PROPERTIES[key] ?? {}) as Annotations;
    return { field: `matching.${key}`, message: `查重的“${title ?? key}”：${words}` };
  };
  const problems = Object.entries(named).flatMap(([key, apiName]) => {
    const field = fields.find((candidate) => candidate.apiName === apiName);
    if (!field) return [say(key, `没有字段“${apiName}”`)];
    const fits = key === 'foundedOn' ? isDated(field) : isText(field);
    if (!fits || isComputed(field)) return [say(key, `字段“${field.label}”的类型不适用`)];
    if (isSealed(field) || readersOf(field) !== undefined)
      return [say(key, `字段“${field.label}”只对部分用户可见，不能用来查重`)];
    return [];
  });
  if (objectApiName === object.apiName) problems.push(say('objectApiName', '与本对象的记录比对时不填'));
  else if (objectApiName !== undefined && !findObject(objectApiName))
    problems.push(say('objectApiName', `对象“${objectApiName}”不存在`));
  return problems;
}
