import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { ROLE_LABELS } from '#schemas/metadata/role.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { OptionSet, SelectOption } from '#schemas/metadata/option-set.ts';
import { Exact } from '#shared/money/exact.ts';
import { RESERVED_FIELD_NAMES } from '#schemas/metadata/names.ts';
import { formerNames } from '#generators/former-names.ts';
import { isDateText } from '#generators/field-types/date.ts';
import { fieldType, isDated, isFormula, isLinking, isNumbered } from '#generators/field-types/registry.ts';
import { optionSetName } from '#generators/options.ts';
import { numberText } from '#generators/numbers.ts';
import { isSystem } from '#generators/object.ts';
import { isComparable, MAX_UNIQUE_LENGTH, uniqueKeys } from '#generators/unique.ts';
import type { Problem } from '#shared/errors.ts';
import { unknownKinds } from '#shared/files/accepts.ts';
import { patternProblem } from '#shared/patterns/pattern.ts';

/** What a field may refer to. */
export interface FieldSurroundings {
  readonly objectNames: ReadonlySet<string>;
  readonly optionSets: ReadonlyMap<string, OptionSet>;
}

/** An index entry holds 2,704 bytes, and a character takes up to four. */
const MAX_SORTABLE_LENGTH = 600;

/** Settings that mean nothing for values that the server gives, in the words of the metadata editor. */
const NOT_BESIDE_NUMBERS = {
  required: '必填',
  default: '默认值',
  defaultFormula: '默认值公式',
  pattern: '格式（正则表达式）',
  uniqueWithin: '不可重复的范围',
  sealed: '加密保存',
  holds: '在表单中选择',
  ownerEdits: '企业成员可修改',
} as const;

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

/** Patterns that are none, that could be busy for long with a text, or that say nothing to users. */
function patternWords({ config = {}, ...field }: FieldDefinition): string[] {
  const { pattern, patternMessage } = config;
  if (pattern === undefined)
    return patternMessage === undefined ? [] : ['填了“格式不符时的提示”，请同时填写“格式（正则表达式）”'];
  if (!fieldType(field).attributes.includes('pattern')) return [`“${fieldType(field).label}”不能限定格式`];
  const problem = patternProblem(pattern);
  return [
    ...(problem === undefined ? [] : [`格式“${pattern}”不能使用：${problem}`]),
    ...(patternMessage === undefined ? ['请填写“格式不符时的提示”，否则用户不知道怎样改'] : []),
  ];
}

/** What cannot be kept unique, and ranges that are none. */
function uniqueWords(field: FieldDefinition, object: ObjectDefinition): string[] {
  const { unique, uniqueWithin = [], sealed, default: preset } = field.config ?? {};
  if (unique !== true && !isNumbered(field))
    return uniqueWithin.length > 0 ? ['设了“不可重复的范围”，请同时打开“不可重复”，或清空范围'] : [];
  if (sealed === true) return ['加密保存的值无法比较，不能设为不可重复'];
  if (!fieldType(field).attributes.includes('unique')) return [`“${fieldType(field).label}”不能设为不可重复`];
  if (preset !== undefined && uniqueWithin.length === 0) return ['不可重复的字段不能有默认值：第二条记录就会重复'];
  const words = uniqueWithin.flatMap((name) => {
    const scope = object.fields.find(({ apiName }) => apiName === name);
    if (name === field.apiName) return ['“不可重复的范围”不能是字段自己'];
    if (!scope || scope.removed === true) return [`“不可重复的范围”中没有字段“${scope?.label ?? name}”`];
    return isComparable(scope) ? [] : [`“${scope.label}”的值不能逐条比较，不能用作“不可重复的范围”`];
  });
  const texts = uniqueKeys('', [field, ...object.fields])
    .filter((key) => key.field === field)
    .flatMap(({ columns }) => columns.filter(({ folds }) => folds))
    .map((column) => Number(fieldType(column.field).schema(column.field)['maxLength']));
  const length = texts.reduce((sum, one) => sum + one, 0);
  if (length > MAX_UNIQUE_LENGTH)
    words.push(`不可重复的文本连同范围合计最长 ${MAX_UNIQUE_LENGTH} 字，现在是 ${length}，请减小最大长度`);
  return words;
}

/** What a field with numbers of the server cannot have beside them, and prefixes that numbers could not be read behind. */
function numberWords(field: FieldDefinition, object: ObjectDefinition): string[] {
  const { config = {}, required, maxLength = Infinity } = field;
  const { autoNumber, ...others } = config;
  if (autoNumber === undefined) return [];
  const type = fieldType(field);
  if (!type.attributes.includes('autoNumber')) return [`“${type.label}”不能自动编号`];
  if (isSystem(object) || !object.fields.includes(field)) return ['系统对象和操作的表单不能自动编号'];
  const beside = Object.entries(NOT_BESIDE_NUMBERS).filter(([name]) => {
    const value = name === 'required' ? required : others[name as keyof typeof others];
    return value !== undefined && value !== false;
  });
  const words = beside.map(([, label]) => `自动编号的值由系统给出，不能同时设“${label}”`);
  const { prefix = '' } = autoNumber;
  if (!/^(?:[\p{L}\p{N}_./#()（）·-]|\{YYYY\})*$/u.test(prefix))
    words.push('“编号前缀”只能含汉字、字母、数字和 - _ . / # · 与圆括号，年份写作 {YYYY}');
  if (/(?:\p{N}|\})$/u.test(prefix)) words.push('“编号前缀”不能以数字或年份结尾，否则与后面的序号分不开，请加上 - 等');
  const length = [...numberText(field, 1n, '2000')].length;
  if (length > maxLength) words.push(`编号有 ${length} 个字符，超过最大长度 ${maxLength}`);
  return words;
}

/** Former names that another field has, or that every record has for something else. */
function formerWords(field: FieldDefinition, object: ObjectDefinition): string[] {
  return formerNames(field).flatMap((name) => {
    if (RESERVED_FIELD_NAMES.has(name)) return [`“${name}”是系统保留的标识，不能用作曾用标识`];
    const holder = object.fields.find(
      (one) => one.apiName === name || (one !== field && formerNames(one).includes(name)),
    );
    return holder ? [`曾用标识“${name}”已是字段“${holder.label}”的标识或曾用标识`] : [];
  });
}

/** Everything wrong with one field by itself and with what it refers to. */
export function fieldProblems(field: FieldDefinition, object: ObjectDefinition, around: FieldSurroundings): Problem[] {
  const words = [
    ...optionWords(field, around),
    referenceProblem(field, object, around),
    ...boundWords(field),
    ...dayWords(field),
    ...acceptWords(field),
    ...uniqueWords(field, object),
    ...patternWords(field),
    ...numberWords(field, object),
    ...formerWords(field, object),
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
