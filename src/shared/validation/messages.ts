import type { Problem } from '#shared/errors.ts';
import type { SchemaError, SchemaErrorParams } from './schema-error.ts';

/** Words shown where a value must not be missing. */
export const REQUIRED_MESSAGE = '必填';
/** Words shown where a value may not be changed. */
export const READONLY_MESSAGE = '只读字段不能修改';

const KIND_WORDS: Readonly<Record<string, string>> = {
  url: '请输入有效的网址，以 http:// 或 https:// 开头',
  phone: '请输入有效的电话号码',
  'email-address': '请输入有效的邮箱地址',
  'file-url': '文件地址无效，请重新上传',
  'full-date': '请输入有效的日期，如 2026-01-31',
  'partial-date': '请输入有效的日期，如 2026、2026-01 或 2026-01-31',
  instant: '请输入有效的日期时间',
};

const TYPE_WORDS: Readonly<Record<string, string>> = {
  string: '应为文本',
  integer: '请输入整数',
  boolean: '请选择是或否',
  array: '应为列表',
  object: '格式有误',
};

const shown = (value: unknown): string => String(value).slice(0, 40);

function lengthMessage({ min, max }: SchemaErrorParams): string {
  if (min !== undefined && max !== undefined) return `长度在 ${min} 到 ${max} 个字符`;
  return max === undefined ? `长度至少 ${min} 个字符` : `最大长度${max}`;
}

/** A bound that only says what JSON can carry exactly is none that a person set. */
const setByPerson = (bound: number | string | undefined): boolean =>
  typeof bound === 'string' || (bound !== undefined && Math.abs(bound) < Number.MAX_SAFE_INTEGER);

function rangeMessage({ min, max }: SchemaErrorParams, tooSmall: boolean): string {
  if (setByPerson(min) && setByPerson(max)) return `应在 ${min} 到 ${max} 之间`;
  if (tooSmall) return setByPerson(min) ? `不能小于 ${min}` : '数字太小';
  return setByPerson(max) ? `不能大于 ${max}` : '数字太大';
}

function patternMessage({ format, pattern }: SchemaErrorParams, value: unknown): string {
  if (format !== 'decimal') return KIND_WORDS[format ?? ''] ?? '格式有误';
  const digits = /^-?(\d+)(\.\d+)?$/.exec(String(value));
  if (!digits) return '请输入数字';
  const places = /\{1,(\d+)\}\)\?\$$/.exec(pattern ?? '')?.[1];
  if (/^0\d/.test(digits[1] ?? '')) return '数字前不能有多余的 0';
  if ((digits[1] ?? '').length > 24) return '数字太大，整数部分最多 24 位';
  return places === undefined ? '只能是整数，不能有小数' : `最多 ${places} 位小数`;
}

/** A whole number that JSON cannot carry exactly stays the text that was typed. */
function typeMessage({ type = '' }: SchemaErrorParams, value: unknown): string {
  const words = TYPE_WORDS[type] ?? '格式有误';
  const digits = words === TYPE_WORDS['integer'] ? /^(-?)\d+$/.exec(String(value)) : null;
  if (!digits || Number.isSafeInteger(Number(digits[0]))) return words;
  return digits[1] === '-' ? '数字太小' : '数字太大';
}

function amountMessage(value: unknown): string {
  const { num, band } = value as { num?: unknown; band?: unknown };
  if (num === undefined) return '请填写金额';
  return band === undefined ? '请选择币种' : '金额与金额区间只能填写一项';
}

function enumMessage({ path, value }: SchemaError): string {
  return path.endsWith('/currency') ? `不支持币种“${shown(value)}”` : `选项“${shown(value)}”不存在`;
}

const BY_KEYWORD: Readonly<Record<string, (error: SchemaError) => string>> = {
  required: () => '内容不完整',
  type: ({ params, value }) => typeMessage(params, value),
  minLength: ({ params, value }) => (value === '' && params.min === 1 ? '不能为空' : lengthMessage(params)),
  maxLength: ({ params }) => lengthMessage(params),
  minimum: ({ params }) => rangeMessage(params, true),
  maximum: ({ params }) => rangeMessage(params, false),
  decimalMinimum: ({ params }) => rangeMessage(params, true),
  decimalMaximum: ({ params }) => rangeMessage(params, false),
  dateMinimum: ({ params }) => rangeMessage(params, true),
  dateMaximum: ({ params }) => rangeMessage(params, false),
  pattern: ({ params, value }) => patternMessage(params, value),
  format: ({ params }) => KIND_WORDS[params.format ?? ''] ?? '格式有误',
  enum: enumMessage,
  maxItems: ({ params }) => `最多 ${params.max} 项`,
  uniqueItems: () => '不能有重复项',
  additionalProperties: ({ params }) => `没有“${shown(params.property)}”这一项`,
  amountOrBand: ({ value }) => amountMessage(value),
};

/**
 * The words for one error, made from keyword and parameters alone. An error inside a list says which entry.
 * `path` of the error is relative to the field; '' is the field's value.
 */
export function schemaMessage(error: SchemaError): string {
  const words = BY_KEYWORD[error.keyword]?.(error) ?? '格式有误';
  const entry = /^\/(\d+)(?:\/|$)/.exec(error.path)?.[1];
  return entry === undefined ? words : `第 ${Number(entry) + 1} 项：${words}`;
}

/**
 * Errors of a whole record, each at its field: for callers that check `recordSchema` at once, as ajv on the server
 * does.
 */
export function schemaProblems(errors: readonly SchemaError[]): Problem[] {
  return errors.map((error) => {
    const [, field = '', rest = ''] = /^\/([^/]+)(.*)$/.exec(error.path) ?? [];
    const { property = '' } = error.params;
    if (field !== '') return { field, message: schemaMessage({ ...error, path: rest }) };
    if (error.keyword === 'required') return { field: property, message: REQUIRED_MESSAGE };
    if (error.keyword === 'additionalProperties') return { field: property, message: `没有字段“${shown(property)}”` };
    return { field: '', message: '记录的内容必须是一个对象' };
  });
}
