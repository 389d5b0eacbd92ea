import type { Operator } from '#schemas/metadata/condition.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { CURRENCIES } from '#schemas/generated/metadata/field.ts';
import type { Operand } from './field-types/field-type.ts';
import { optionOperand } from './field-types/parts.ts';
import { valueType } from './field-types/registry.ts';

/** What the `value` of a comparison holds: nothing, one value, a list of values, two ends, or a whole number of days, months or years. */
export type OperandShape = 'nothing' | 'one' | 'list' | 'range' | 'count';

interface OperatorForm {
  /** Chinese word on screen; for a count, the words around it with `N` for the number. */
  readonly label: string;
  readonly shape: OperandShape;
  /** Largest count. */
  readonly limit?: number;
  /** Reads one value where it is not a value of the field's own type. */
  readonly read?: (value: unknown) => Operand;
}

/** Values in one comparison at most. */
export const MAX_OPERANDS = 200;

const currency = (value: unknown): Operand =>
  CURRENCIES.some((code) => code === value) ? { value } : { reason: `应为 ${CURRENCIES.join('、')} 之一` };

/** Every operator: its word, what its value looks like. Which type offers which is said by the type's own file. */
export const OPERATOR_FORMS: Readonly<Record<Operator, OperatorForm>> = {
  eq: { label: '等于', shape: 'one' },
  ne: { label: '不等于', shape: 'one' },
  lt: { label: '小于', shape: 'one' },
  lte: { label: '不大于', shape: 'one' },
  gt: { label: '大于', shape: 'one' },
  gte: { label: '不小于', shape: 'one' },
  between: { label: '介于', shape: 'range' },
  notBetween: { label: '不介于', shape: 'range' },
  contains: { label: '包含', shape: 'one' },
  notContains: { label: '不包含', shape: 'one' },
  startsWith: { label: '开头是', shape: 'one' },
  endsWith: { label: '结尾是', shape: 'one' },
  in: { label: '是其中之一', shape: 'list' },
  notIn: { label: '排除', shape: 'list' },
  containsAny: { label: '包含任一', shape: 'list' },
  containsAll: { label: '包含全部', shape: 'list' },
  containsNone: { label: '都不包含', shape: 'list' },
  under: { label: '属于（含下级）', shape: 'list' },
  empty: { label: '为空', shape: 'nothing' },
  notEmpty: { label: '不为空', shape: 'nothing' },
  on: { label: '在', shape: 'one' },
  before: { label: '早于', shape: 'one' },
  after: { label: '晚于', shape: 'one' },
  notBefore: { label: '不早于', shape: 'one' },
  notAfter: { label: '不晚于', shape: 'one' },
  thisWeek: { label: '本周', shape: 'nothing' },
  thisMonth: { label: '本月', shape: 'nothing' },
  thisQuarter: { label: '本季度', shape: 'nothing' },
  thisYear: { label: '今年', shape: 'nothing' },
  lastWeek: { label: '上周', shape: 'nothing' },
  lastMonth: { label: '上月', shape: 'nothing' },
  lastQuarter: { label: '上季度', shape: 'nothing' },
  lastYear: { label: '去年', shape: 'nothing' },
  lastDays: { label: '最近 N 天', shape: 'count', limit: 36500 },
  nextDays: { label: '未来 N 天', shape: 'count', limit: 36500 },
  lastMonths: { label: '最近 N 个月', shape: 'count', limit: 1200 },
  lastYears: { label: '最近 N 年', shape: 'count', limit: 100 },
  sinceLastLook: { label: '上次查看以来', shape: 'nothing' },
  currencyIs: { label: '币种是', shape: 'list', read: currency },
  bandIs: { label: '量级是', shape: 'list', read: optionOperand },
};

/** The operators of a field in the order offered; dates have one more where it is known when the user last looked. */
export function operatorsOf(field: FieldDefinition, hasLastLook = false): readonly Operator[] {
  const { operators } = valueType(field);
  const at = operators.indexOf('thisWeek');
  return hasLastLook && at >= 0 ? operators.toSpliced(at, 0, 'sinceLastLook') : operators;
}

/** May a comparison say that bands of amounts meet it where they possibly do? Those by number may. */
export const comparesBands = (field: FieldDefinition, operator: Operator): boolean =>
  valueType(field).kind === 'money' && !OPERATOR_FORMS[operator].read && OPERATOR_FORMS[operator].shape !== 'nothing';

function readList(value: unknown, read: (entry: unknown) => Operand): Operand {
  const entries = Array.isArray(value) ? (value as unknown[]) : [value];
  if (entries.length === 0 || entries.length > MAX_OPERANDS) return { reason: `应有 1 到 ${MAX_OPERANDS} 个值` };
  const values: unknown[] = [];
  for (const entry of entries) {
    const operand = read(entry);
    if ('reason' in operand) return operand;
    values.push(operand.value);
  }
  return { value: [...new Set(values)] };
}

/** The word for an end of a range that is open. */
export const OPEN_END = '不限';

/** What is wrong with a range that has neither end. */
export const NO_ENDS = '请至少填写起止中的一个';

/** An end that is absent is open, and is kept as null. */
function readRange(value: unknown, read: (entry: unknown) => Operand): Operand {
  if (!Array.isArray(value) || value.length !== 2) return { reason: '应为起止两个值' };
  const [from, to] = (value as unknown[]).map((end) => end ?? null);
  if (from === null && to === null) return { reason: NO_ENDS };
  const open: Operand = { value: null };
  const [low, high] = [from === null ? open : read(from), to === null ? open : read(to)];
  if ('reason' in low) return low;
  return 'reason' in high ? high : { value: [low.value, high.value] };
}

function readCount(value: unknown, limit: number): Operand {
  return Number.isInteger(value) && (value as number) >= 1 && (value as number) <= limit
    ? { value }
    : { reason: `应为 1 到 ${limit} 的整数` };
}

/**
 * Checks and settles the `value` of a comparison: a single value where a list is meant becomes a list of one, a link
 * becomes its id. `{ value: undefined }` for operators that take none.
 */
export function readOperand(field: FieldDefinition, operator: Operator, value: unknown): Operand {
  const form = OPERATOR_FORMS[operator];
  const read = form.read ?? valueType(field).operand;
  switch (form.shape) {
    case 'nothing':
      return value === undefined || value === null ? { value: undefined } : { reason: '此比较方式不需要值' };
    case 'one':
      return read(value);
    case 'list':
      return readList(value, read);
    case 'range':
      return readRange(value, read);
    case 'count':
      return readCount(value, form.limit ?? 1);
  }
}
