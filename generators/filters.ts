import type { Comparison, Condition, Operator } from '#schemas/metadata/condition.ts';
import { MAX_CONDITION_DEPTH, MAX_CONDITION_NODES, OPERATORS } from '#schemas/generated/metadata/condition.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { valueType } from './field-types/registry.ts';
import { isSealed } from './field-types/sealed.ts';
import { OPERATOR_FORMS, readOperand } from './operators.ts';

/** What is wrong with a condition and where: `path` is like `filter.and[2].value`; `message` is Chinese and says both. */
export class ConditionFault extends Error {
  readonly path: string;
  /** What is wrong, without the place. */
  readonly reason: string;

  constructor(path: string, reason: string) {
    super(`${path}：${reason}`);
    this.name = 'ConditionFault';
    this.path = path;
    this.reason = reason;
  }
}

/** The part of an object, or of a list's view of it, that a condition is checked against. */
export interface ConditionSource {
  readonly fields: readonly FieldDefinition[];
}

interface Walk {
  readonly fields: ReadonlyMap<string, FieldDefinition>;
  nodes: number;
}

const SHOWN_LENGTH = 40;
const shown = (value: unknown): string => {
  // Written out only when flat: a value nested very deep would overflow the stack here.
  const text = typeof value === 'object' && value !== null ? '[object]' : String(value);
  return text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}…` : text;
};

const isOperator = (value: unknown): value is Operator => OPERATORS.some((operator) => operator === value);

function readObject(input: unknown, path: string): Record<string, unknown> {
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    throw new ConditionFault(path, '应为一个条件');
  return input as Record<string, unknown>;
}

/** The operators of a field, as they are sent and as people call them. */
const acceptedBy = (field: FieldDefinition): string =>
  `“${field.label}”可用：${valueType(field)
    .operators.map((operator) => `${operator}（${OPERATOR_FORMS[operator].label}）`)
    .join('、')}`;

function readComparison(input: Record<string, unknown>, path: string, walk: Walk): Comparison {
  const extra = Object.keys(input).find((key) => key !== 'field' && key !== 'op' && key !== 'value');
  if (extra !== undefined) throw new ConditionFault(path, `不认识的键“${shown(extra)}”`);
  const field = typeof input['field'] === 'string' ? walk.fields.get(input['field']) : undefined;
  if (!field) throw new ConditionFault(`${path}.field`, `没有字段“${shown(input['field'])}”`);
  const { operators } = valueType(field);
  // Old addresses say that a field is one of some values; of several values any may be.
  const op = input['op'] === 'in' && operators.includes('containsAny') ? 'containsAny' : input['op'];
  if (!isOperator(op)) throw new ConditionFault(`${path}.op`, `没有比较方式“${shown(op)}”，${acceptedBy(field)}`);
  if (!operators.includes(op)) {
    throw new ConditionFault(
      `${path}.op`,
      `“${field.label}”不能用“${OPERATOR_FORMS[op].label}”比较，${acceptedBy(field)}`,
    );
  }
  const operand = readOperand(field, op, input['value']);
  if ('reason' in operand) throw new ConditionFault(`${path}.value`, `“${field.label}”的值不对，${operand.reason}`);
  return operand.value === undefined
    ? { field: field.apiName, op }
    : { field: field.apiName, op, value: operand.value };
}

function readGroup(input: unknown, path: string, depth: number, walk: Walk): readonly Condition[] {
  if (!Array.isArray(input) || input.length === 0) throw new ConditionFault(path, '应为至少有一个条件的列表');
  return input.map((entry, index) => readCondition(entry, `${path}[${index}]`, depth, walk));
}

function readCondition(input: unknown, path: string, depth: number, walk: Walk): Condition {
  walk.nodes += 1;
  if (walk.nodes > MAX_CONDITION_NODES) throw new ConditionFault(path, `条件超过 ${MAX_CONDITION_NODES} 个`);
  if (depth > MAX_CONDITION_DEPTH) throw new ConditionFault(path, `条件嵌套超过 ${MAX_CONDITION_DEPTH} 层`);
  const node = readObject(input, path);
  const group = (['and', 'or', 'not'] as const).find((key) => Object.hasOwn(node, key));
  if (group === undefined) return readComparison(node, path, walk);
  if (Object.keys(node).length !== 1) throw new ConditionFault(path, `“${group}”旁边不能有别的键`);
  if (group === 'not') return { not: readCondition(node['not'], `${path}.not`, depth + 1, walk) };
  const members = readGroup(node[group], `${path}.${group}`, depth + 1, walk);
  return group === 'and' ? { and: members } : { or: members };
}

/**
 * A condition from outside, checked against the live fields of an object: known fields, operators that the field's
 * type offers, values of the right shape, bounded depth and size. Throws `ConditionFault`.
 */
export function parseCondition(source: ConditionSource, input: unknown): Condition {
  const live = source.fields.filter((field) => field.removed !== true && !isSealed(field));
  const walk: Walk = { fields: new Map(live.map((field) => [field.apiName, field])), nodes: 0 };
  return readCondition(input, 'filter', 1, walk);
}

/** A field that a list offers to filter by, with its operators in the order offered; the first is the default. */
export interface FilterField {
  readonly field: FieldDefinition;
  readonly operators: readonly Operator[];
}

/** The filters of a list in layout order, then every other field that can be compared; removed and sealed ones are left out. */
export function filterFields(
  source: ConditionSource & { readonly filters: readonly string[] },
): readonly FilterField[] {
  const live = source.fields.filter((field) => field.removed !== true && !isSealed(field));
  const first = source.filters.flatMap((apiName) => live.find((field) => field.apiName === apiName) ?? []);
  const rest = live.filter((field) => !source.filters.includes(field.apiName));
  return [...first, ...rest].map((field) => ({ field, operators: valueType(field).operators }));
}

/** Every comparison of a condition, from left to right. */
export function comparisons(condition: Condition): readonly Comparison[] {
  if ('and' in condition) return condition.and.flatMap(comparisons);
  if ('or' in condition) return condition.or.flatMap(comparisons);
  return 'not' in condition ? comparisons(condition.not) : [condition];
}
