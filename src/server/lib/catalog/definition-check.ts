import { RESERVED_FIELD_NAMES } from '#schemas/metadata/names.ts';
import { FieldDefinition } from '#schemas/metadata/field.ts';
import { ObjectDefinition } from '#schemas/metadata/object.ts';
import { OptionSet } from '#schemas/metadata/option-set.ts';
import { isDateText } from '#generators/field-types/date.ts';
import { fieldType } from '#generators/field-types/registry.ts';
import { optionSetName, resolveOptions } from '#generators/options.ts';
import { Failure, type Problem } from '#shared/errors.ts';
import { checkRules } from '#shared/rules/check-rules.ts';
import { defaultProblems, fitnessProblems } from './definition-use.ts';
import { detailProblems } from './detail-check.ts';
import { checkLanguage, MAX_PROBLEMS } from './language-check.ts';
import { sealedProblems } from './sealed-check.ts';

/** What a definition may refer to. */
export interface Surroundings {
  readonly objectNames: ReadonlySet<string>;
  /** The other objects, as far as they are known by more than their name. */
  readonly findObject: (apiName: string) => ObjectDefinition | undefined;
  readonly optionSets: ReadonlyMap<string, OptionSet>;
}

/** An index entry holds 2,704 bytes, and a character takes up to four. */
const MAX_SORTABLE_LENGTH = 600;
const OPTION_TYPES = new Set(['select', 'multiSelect', 'treeSelect']);
const REFERENCE_TYPES = new Set(['reference', 'multiReference']);

function nameProblems(object: ObjectDefinition): Problem[] {
  const seen = new Set<string>();
  return object.fields.flatMap(({ apiName }) => {
    const twice = seen.has(apiName);
    seen.add(apiName);
    if (RESERVED_FIELD_NAMES.has(apiName))
      return [{ field: apiName, message: `字段标识“${apiName}”为系统保留，不能使用` }];
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
    else if (target !== object.apiName && !around.objectNames.has(target))
      problems.push(say(`关联的对象“${target}”不存在`));
  }
  if (field.type === 'formula' && !field.config?.expression) problems.push(say('没有公式'));
  const rateDate = field.config?.rateDateField;
  if (
    rateDate &&
    !object.fields.some(({ apiName, type }) => apiName === rateDate && (type === 'date' || type === 'dateTime'))
  ) {
    problems.push(say(`汇率日期字段“${rateDate}”不存在或不是日期`));
  }
  if (
    field.config?.sortable &&
    fieldType(field).ruleType === 'string' &&
    (field.maxLength ?? 0) > MAX_SORTABLE_LENGTH
  ) {
    problems.push(say(`可排序的文本最大长度为 ${MAX_SORTABLE_LENGTH}`));
  }
  if ((field.minLength ?? 0) > (field.maxLength ?? Infinity)) problems.push(say('最小长度大于最大长度'));
  const { dateMinimum, dateMaximum } = fieldType(field).schema(field);
  for (const day of [field.config?.earliest, field.config?.latest])
    if (day !== undefined && !isDateText(day)) problems.push(say(`日期“${day}”不存在`));
  if (dateMinimum !== undefined && String(dateMinimum) > String(dateMaximum))
    problems.push(say(`最早日期 ${String(dateMinimum)} 晚于最晚日期 ${String(dateMaximum)}`));
  return problems;
}

function layoutProblems(object: ObjectDefinition): Problem[] {
  const live = new Set(object.fields.filter((field) => !field.removed).map((field) => field.apiName));
  const { list, detail, form } = object.layouts;
  const named = [
    ...list.columns,
    ...list.filters,
    ...list.sort.map((sort) => sort.field),
    ...[detail.logo, detail.subtitle].filter((name) => name !== undefined),
    ...(detail.tags ?? []),
    ...(detail.highlights ?? []),
    ...detail.sections.flatMap((section) => section.fields),
    ...form.sections.flatMap((section) => section.fields),
    ...(object.access.teaser ?? []),
    object.nameField,
  ];
  return [...new Set(named)]
    .filter((apiName) => !live.has(apiName))
    .map((apiName) => ({ field: apiName, message: `布局使用了不存在或已停用的字段“${apiName}”` }));
}

/**
 * A field from outside, in the metadata language.
 * @throws Failure INVALID_METADATA with every problem found, each naming its place.
 */
export function readField(input: unknown): FieldDefinition {
  checkLanguage(FieldDefinition, input, 'field');
  return input as FieldDefinition;
}

/**
 * A definition from outside, as one that may be saved.
 * @throws Failure INVALID_METADATA with every problem found, each naming its place.
 */
export function readDefinition(input: unknown, around: Surroundings): ObjectDefinition {
  checkLanguage(ObjectDefinition, input, '');
  const object = input as ObjectDefinition;
  const problems = [
    ...nameProblems(object),
    ...object.fields.flatMap((field) => fieldProblems(field, object, around)),
    ...layoutProblems(object),
    ...fitnessProblems(object),
    ...detailProblems(object, around.findObject),
    ...sealedProblems(object),
  ];
  if (problems.length === 0) {
    const resolved = resolveOptions(object, around.optionSets);
    problems.push(...checkRules(resolved), ...defaultProblems(resolved));
  }
  if (problems.length > 0) throw new Failure('INVALID_METADATA', problems[0]?.message, problems.slice(0, MAX_PROBLEMS));
  return object;
}

/**
 * An option set from outside, as one that may be saved: values unique, parents present, no rings.
 * @throws Failure INVALID_METADATA with every problem found.
 */
export function readOptionSet(input: unknown): OptionSet {
  checkLanguage(OptionSet, input, 'optionSet');
  const set = input as OptionSet;
  const parents = new Map(set.options.map((option) => [option.value, option.parent]));
  const problems: Problem[] = [];
  if (parents.size < set.options.length) problems.push({ field: 'options', message: '选项值重复' });
  for (const { value, label, parent } of set.options) {
    if (parent !== undefined && !parents.has(parent))
      problems.push({ field: value, message: `选项“${label}”的上级“${parent}”不存在` });
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
  return set;
}
