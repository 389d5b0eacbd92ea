import { type FieldDefinition, ROLE_LABELS } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { OptionSet, SelectOption } from '#schemas/metadata/option-set.ts';
import { Exact } from '#shared/money/exact.ts';
import { isDateText } from '#generators/field-types/date.ts';
import { fieldType, isDated, isFormula, isLinking } from '#generators/field-types/registry.ts';
import { optionSetName } from '#generators/options.ts';
import type { Problem } from '#shared/errors.ts';
import { unknownKinds } from '#shared/files/accepts.ts';

/** What a field may refer to. */
export interface FieldSurroundings {
  readonly objectNames: ReadonlySet<string>;
  readonly optionSets: ReadonlyMap<string, OptionSet>;
}

/** An index entry holds 2,704 bytes, and a character takes up to four. */
const MAX_SORTABLE_LENGTH = 600;

/** Values that two options share, and labels that are twice on one level, which no user could distinguish. */
export function repeatedOptions(
  options: readonly SelectOption[],
): { readonly value: string; readonly words: string }[] {
  const values = new Set<string>();
  const labels = new Set<string>();
  return options.flatMap(({ value, label, parent, retired }) => {
    const place = JSON.stringify([parent, label]);
    if (values.has(value)) return [{ value, words: `选项“${label}”的值“${value}”重复` }];
    values.add(value);
    if (retired) return [];
    if (labels.has(place)) return [{ value, words: `选项“${label}”重复` }];
    labels.add(place);
    return [];
  });
}

function referenceProblem(field: FieldDefinition, object: ObjectDefinition, around: FieldSurroundings) {
  if (!isLinking(field)) return undefined;
  const target = field.targetApiName;
  if (!target) return '没有指明关联的对象';
  return target === object.apiName || around.objectNames.has(target) ? undefined : `关联的对象“${target}”不存在`;
}

function optionWords(field: FieldDefinition, around: FieldSurroundings): string[] {
  const set = optionSetName(field);
  const missing = set !== undefined && !around.optionSets.has(set) ? [`选项集“${set}”不存在`] : [];
  const isEmpty = fieldType(field).options !== undefined && set === undefined && !field.selectOptions?.length;
  const none = isEmpty ? ['没有选项'] : [];
  return [...missing, ...none, ...repeatedOptions(field.selectOptions ?? []).map(({ words }) => words)];
}

/** Bounds that no value is within, and settings that contradict one another. */
function boundWords({ minLength, maxLength, currencyUnit, config = {} }: FieldDefinition): string[] {
  const { min, max, currencies, visibleTo = [] } = config;
  const words: string[] = [];
  if ((minLength ?? 0) > (maxLength ?? Infinity)) words.push(`最小长度 ${minLength} 大于最大长度 ${maxLength}`);
  if (min !== undefined && max !== undefined && new Exact(min).gt(max)) words.push(`最小值 ${min} 大于最大值 ${max}`);
  if (currencyUnit !== undefined && currencies && !currencies.includes(currencyUnit))
    words.push(`默认币种“${currencyUnit}”不在可选币种中`);
  for (const role of visibleTo)
    if (!Object.hasOwn(ROLE_LABELS, role)) words.push(`“仅这些身份可见”中没有身份“${role}”`);
  return words;
}

/** Days that no calendar has, and a first day after the last. */
function dayWords(field: FieldDefinition): string[] {
  const { dateMinimum, dateMaximum } = fieldType(field).schema(field);
  const days = [field.config?.earliest, field.config?.latest].filter((day) => day !== undefined);
  const words = days.filter((day) => !isDateText(day)).map((day) => `日期“${day}”不存在`);
  if (dateMinimum !== undefined && String(dateMinimum) > String(dateMaximum))
    words.push(`最早日期 ${String(dateMinimum)} 晚于最晚日期 ${String(dateMaximum)}`);
  return words;
}

/** Kinds that take no file: users could upload none. */
const acceptWords = ({ config }: FieldDefinition): string[] =>
  config?.accept === undefined
    ? []
    : unknownKinds(config.accept).map(
        (kind) => `“接受的文件”中的“${kind}”不是可用的扩展名或类型，应如：.pdf、image/*、application/pdf`,
      );

/** Everything wrong with one field by itself and with what it refers to. */
export function fieldProblems(field: FieldDefinition, object: ObjectDefinition, around: FieldSurroundings): Problem[] {
  const words = [
    ...optionWords(field, around),
    referenceProblem(field, object, around),
    ...boundWords(field),
    ...dayWords(field),
    ...acceptWords(field),
  ];
  if (isFormula(field) && !field.config?.expression) words.push('没有公式');
  const rateDate = field.config?.rateDateField;
  if (rateDate && !object.fields.some((one) => one.apiName === rateDate && isDated(one))) {
    const named = object.fields.find(({ apiName }) => apiName === rateDate);
    words.push(`汇率日期字段“${named?.label ?? rateDate}”不存在或不是日期`);
  }
  const isText = ['text', 'answer'].includes(fieldType(field).kind);
  if (field.config?.sortable && isText && (field.maxLength ?? 0) > MAX_SORTABLE_LENGTH)
    words.push(`可排序的文本最大长度为 ${MAX_SORTABLE_LENGTH}`);
  return words.flatMap((message) =>
    message === undefined ? [] : [{ field: field.apiName, message: `字段“${field.label}”：${message}` }],
  );
}
