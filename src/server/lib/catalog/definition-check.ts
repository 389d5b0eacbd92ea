import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { RESERVED_FIELD_NAMES } from '#schemas/metadata/names.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { ObjectDefinition } from '#schemas/metadata/object.ts';
import { OptionSet } from '#schemas/metadata/option-set.ts';
import { optionSetName, resolveOptions } from '#generators/options.ts';
import { Failure, type Problem } from '#shared/errors.ts';
import { checkRules } from '#shared/rules/check-rules.ts';

/** What a definition may refer to. */
export interface Surroundings {
  readonly objectNames: ReadonlySet<string>;
  readonly optionSets: ReadonlyMap<string, OptionSet>;
}

const MAX_PROBLEMS = 20;
const OPTION_TYPES = new Set(['select', 'multiSelect', 'treeSelect']);
const REFERENCE_TYPES = new Set(['reference', 'multiReference']);

/** Where the metadata language says no, in its own words; the path names the place. */
function languageProblems(schema: TSchema, input: unknown): Problem[] {
  const errors = [...Value.Errors(schema, input)] as { instancePath: string; message: string }[];
  return errors
    .slice(0, MAX_PROBLEMS)
    .map((error) => ({ field: error.instancePath.slice(0, 200) || '/', message: `不符合元数据语言：${error.message}` }));
}

function nameProblems(object: ObjectDefinition): Problem[] {
  const seen = new Set<string>();
  return object.fields.flatMap(({ apiName }) => {
    const twice = seen.has(apiName);
    seen.add(apiName);
    if (RESERVED_FIELD_NAMES.has(apiName)) return [{ field: apiName, message: `字段标识“${apiName}”为系统保留，不能使用` }];
    return twice ? [{ field: apiName, message: `字段标识“${apiName}”重复` }] : [];
  });
}

function fieldProblems(field: FieldDefinition, object: ObjectDefinition, around: Surroundings): Problem[] {
  const say = (message: string) => ({ field: field.apiName, message: `字段“${field.label}”：${message}` });
  const problems: Problem[] = [];
  const set = optionSetName(field);
  if (set !== undefined && !around.optionSets.has(set)) problems.push(say(`选项集“${set}”不存在`));
  if (OPTION_TYPES.has(field.type) && set === undefined && !field.selectOptions?.length) problems.push(say('没有选项'));
  if (REFERENCE_TYPES.has(field.type)) {
    const target = field.targetApiName;
    if (!target) problems.push(say('没有指明关联的对象'));
    else if (target !== object.apiName && !around.objectNames.has(target)) problems.push(say(`关联的对象“${target}”不存在`));
  }
  if (field.type === 'formula' && !field.config?.expression) problems.push(say('没有公式'));
  const rateDate = field.config?.rateDateField;
  if (rateDate && !object.fields.some(({ apiName, type }) => apiName === rateDate && (type === 'date' || type === 'dateTime'))) {
    problems.push(say(`汇率日期字段“${rateDate}”不存在或不是日期`));
  }
  if ((field.minLength ?? 0) > (field.maxLength ?? Infinity)) problems.push(say('最小长度大于最大长度'));
  return problems;
}

function layoutProblems(object: ObjectDefinition): Problem[] {
  const live = new Set(object.fields.filter((field) => !field.removed).map((field) => field.apiName));
  const { list, detail, form } = object.layouts;
  const named = [
    ...list.columns, ...list.filters, ...list.sort.map((sort) => sort.field),
    ...[detail.logo, detail.subtitle].filter((name) => name !== undefined),
    ...(detail.tags ?? []), ...(detail.highlights ?? []),
    ...detail.sections.flatMap((section) => section.fields),
    ...form.sections.flatMap((section) => section.fields),
    object.nameField,
  ];
  return [...new Set(named)]
    .filter((apiName) => !live.has(apiName))
    .map((apiName) => ({ field: apiName, message: `布局使用了不存在或已停用的字段“${apiName}”` }));
}

/**
 * A definition from outside, as one that may be saved.
 * @throws Failure INVALID_METADATA with every problem found, each naming its place.
 */
export function readDefinition(input: unknown, around: Surroundings): ObjectDefinition {
  if (!Value.Check(ObjectDefinition, input)) {
    throw new Failure('INVALID_METADATA', undefined, languageProblems(ObjectDefinition, input));
  }
  const problems = [
    ...nameProblems(input),
    ...input.fields.flatMap((field) => fieldProblems(field, input, around)),
    ...layoutProblems(input),
  ];
  if (problems.length === 0) problems.push(...checkRules(resolveOptions(input, around.optionSets)));
  if (problems.length > 0) throw new Failure('INVALID_METADATA', problems[0]?.message, problems.slice(0, MAX_PROBLEMS));
  return input;
}

/**
 * An option set from outside, as one that may be saved: values unique, parents present, no rings.
 * @throws Failure INVALID_METADATA with every problem found.
 */
export function readOptionSet(input: unknown): OptionSet {
  if (!Value.Check(OptionSet, input)) {
    throw new Failure('INVALID_METADATA', undefined, languageProblems(OptionSet, input));
  }
  const parents = new Map(input.options.map((option) => [option.value, option.parent]));
  const problems: Problem[] = [];
  if (parents.size < input.options.length) problems.push({ field: 'options', message: '选项值重复' });
  for (const { value, label, parent } of input.options) {
    if (parent !== undefined && !parents.has(parent)) problems.push({ field: value, message: `选项“${label}”的上级“${parent}”不存在` });
    const seen = new Set([value]);
    for (let at = parent; at !== undefined; at = parents.get(at)) {
      if (seen.has(at)) {
        problems.push({ field: value, message: `选项“${label}”的上级关系成环` });
        break;
      }
      seen.add(at);
    }
  }
  if (problems.length > 0) throw new Failure('INVALID_METADATA', problems[0]?.message, problems.slice(0, MAX_PROBLEMS));
  return input;
}
