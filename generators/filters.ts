import type { Comparison, Condition, Existence, Listing, Noted, Operator } from '#schemas/metadata/condition.ts';
import {
  MAX_AT_LEAST,
  MAX_CONDITION_DEPTH,
  MAX_CONDITION_NODES,
  MAX_EXISTENCE_DEPTH,
  MAX_EXISTENCES,
  MAX_NOTED,
  OPERATORS,
} from '#schemas/generated/metadata/condition.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { currentName, formerNames } from './former-names.ts';
import { isLinking } from './field-types/registry.ts';
import { isSealed } from './field-types/sealed.ts';
import { comparesBands, OPERATOR_FORMS, operatorsOf, readOperand } from './operators.ts';
import { readOwnName } from './own-columns.ts';

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

/** An object whose records may point at others, with the fields of it that may be asked about. */
export interface PointingSource {
  readonly apiName: string;
  readonly label: string;
  readonly fields: readonly FieldDefinition[];
}

/** The part of an object, or of a list's view of it, that a condition is checked against. */
export interface ConditionSource {
  readonly fields: readonly FieldDefinition[];
  /** The object, where a condition may ask for records that point at it. */
  readonly apiName?: string | undefined;
  /** Objects that may be asked about, by apiName. Absent where a record is judged by its own values alone. */
  readonly others?: ((apiName: string) => PointingSource | undefined) | undefined;
  /** Is there a user who may ask what is on their lists? Whether they may read one is found out where it is looked into. */
  readonly lists?: boolean | undefined;
  /** Is there a user who may ask what is noted on records? Only where they ask for themselves, on screen. */
  readonly notes?: boolean | undefined;
  /** Is it known when the user last looked at what the condition is for? */
  readonly lastLook?: boolean | undefined;
}

/** What is counted over a whole condition, whichever object its parts are about. */
interface Counts {
  nodes: number;
  existences: number;
}

interface Walk {
  /** By the names that they have and had. */
  readonly fields: ReadonlyMap<string, FieldDefinition>;
  readonly source: ConditionSource;
  /** Existences around this place. */
  readonly within: number;
  readonly counts: Counts;
}

function walkOf(source: ConditionSource, within: number, counts: Counts): Walk {
  const live = source.fields.filter((field) => field.removed !== true && !isSealed(field));
  const former = live.flatMap((field) => formerNames(field).map((name) => [name, field] as const));
  return {
    fields: new Map([...former, ...live.map((field) => [field.apiName, field] as const)]),
    source,
    within,
    counts,
  };
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
const acceptedBy = (field: FieldDefinition, operators: readonly Operator[]): string =>
  `“${field.label}”可用：${operators.map((operator) => `${operator}（${OPERATOR_FORMS[operator].label}）`).join('、')}`;

const missing = (name: unknown): string =>
  typeof name === 'string' && readOwnName(name)
    ? '清单或清单的这一列不存在，或没有共享给您'
    : `没有字段“${shown(name)}”`;

const COMPARISON_KEYS: ReadonlySet<string> = new Set(['field', 'op', 'value', 'possibly']);

function readComparison(input: Record<string, unknown>, path: string, walk: Walk): Comparison {
  const extra = Object.keys(input).find((key) => !COMPARISON_KEYS.has(key));
  if (extra !== undefined) throw new ConditionFault(path, `不认识的键“${shown(extra)}”`);
  const field = typeof input['field'] === 'string' ? walk.fields.get(input['field']) : undefined;
  if (!field) throw new ConditionFault(`${path}.field`, missing(input['field']));
  const { lastLook = false } = walk.source;
  const operators = operatorsOf(field, lastLook);
  // So blocks of the first page were written by hand.
  if (operators.includes('sinceLastLook') && input['op'] === 'notBefore' && input['value'] === '$lastLook')
    return { field: field.apiName, op: 'sinceLastLook' };
  // Old addresses say that a field is one of some values; of several values any may be.
  const op = input['op'] === 'in' && operators.includes('containsAny') ? 'containsAny' : input['op'];
  if (!isOperator(op))
    throw new ConditionFault(`${path}.op`, `没有比较方式“${shown(op)}”，${acceptedBy(field, operators)}`);
  if (op === 'sinceLastLook' && !lastLook)
    throw new ConditionFault(`${path}.op`, '“上次查看以来”只能用于首页内容的条件，这里请选择日期或“最近 N 天”等');
  if (!operators.includes(op)) {
    throw new ConditionFault(
      `${path}.op`,
      `“${field.label}”不能用“${OPERATOR_FORMS[op].label}”比较，${acceptedBy(field, operators)}`,
    );
  }
  const operand = readOperand(field, op, input['value']);
  if ('reason' in operand) throw new ConditionFault(`${path}.value`, `“${field.label}”的值不对，${operand.reason}`);
  const { possibly = false } = input;
  if (typeof possibly !== 'boolean' || (possibly && !comparesBands(field, op)))
    throw new ConditionFault(`${path}.possibly`, '“含区间披露”只用于按数额比较金额，取值为 true');
  return {
    field: field.apiName,
    op,
    ...(operand.value !== undefined && { value: operand.value }),
    ...(possibly && { possibly }),
  };
}

function readGroup(input: unknown, path: string, depth: number, walk: Walk): readonly Condition[] {
  if (!Array.isArray(input) || input.length === 0) throw new ConditionFault(path, '应为至少有一个条件的列表');
  return input.map((entry, index) => readCondition(entry, `${path}[${index}]`, depth, walk));
}

function readLinks(input: unknown, path: string, { label, fields }: PointingSource, apiName: string): string[] {
  if (!Array.isArray(input) || input.length === 0) throw new ConditionFault(path, '应为至少有一个关联字段的列表');
  const links = input.map((name: unknown, index) => {
    const current = typeof name === 'string' ? currentName(fields, name) : undefined;
    const link = fields.find((field) => field.apiName === current && field.removed !== true);
    if (!link || !isLinking(link) || link.targetApiName !== apiName)
      throw new ConditionFault(`${path}[${index}]`, `“${label}”没有指向这里的关联字段“${shown(name)}”`);
    return link.apiName;
  });
  return [...new Set(links)];
}

const EXISTENCE_KEYS: ReadonlySet<string> = new Set(['objectApiName', 'fields', 'filter', 'atLeast']);

function readExistence(input: unknown, path: string, depth: number, walk: Walk): Existence {
  const { source, within, counts } = walk;
  const { apiName: home, others } = source;
  if (home === undefined || !others)
    throw new ConditionFault(path, '这里不能按其他对象的记录筛选：请先加一个统计这些记录的汇总字段，再按该字段筛选');
  counts.existences += 1;
  if (counts.existences > MAX_EXISTENCES)
    throw new ConditionFault(path, `按其他对象的记录筛选的条件超过 ${MAX_EXISTENCES} 个`);
  if (within >= MAX_EXISTENCE_DEPTH)
    throw new ConditionFault(path, `按其他对象的记录筛选的条件嵌套超过 ${MAX_EXISTENCE_DEPTH} 层`);
  const node = readObject(input, path);
  const extra = Object.keys(node).find((key) => !EXISTENCE_KEYS.has(key));
  if (extra !== undefined) throw new ConditionFault(path, `不认识的键“${shown(extra)}”`);
  const { objectApiName, fields, filter, atLeast = 1 } = node;
  const other = typeof objectApiName === 'string' ? others(objectApiName) : undefined;
  if (!other) throw new ConditionFault(`${path}.objectApiName`, `没有可用来筛选的对象“${shown(objectApiName)}”`);
  if (!Number.isInteger(atLeast) || (atLeast as number) < 1 || (atLeast as number) > MAX_AT_LEAST)
    throw new ConditionFault(`${path}.atLeast`, `至少的条数应为 1 到 ${MAX_AT_LEAST} 的整数`);
  const inner = walkOf({ ...source, apiName: other.apiName, fields: other.fields }, within + 1, counts);
  return {
    exists: {
      objectApiName: other.apiName,
      fields: readLinks(fields, `${path}.fields`, other, home),
      ...(filter !== undefined && filter !== null && { filter: readCondition(filter, `${path}.filter`, depth, inner) }),
      ...(atLeast !== 1 && { atLeast: atLeast as number }),
    },
  };
}

const LIST_ID = /^[1-9][0-9]{0,17}$/;

function readListing(input: unknown, path: string, { source }: Walk): Listing {
  if (source.lists !== true) throw new ConditionFault(path, '这里不能按清单筛选');
  if (typeof input !== 'string' || !LIST_ID.test(input)) throw new ConditionFault(path, '应为清单的编号');
  return { inList: input };
}

function readNoted(input: unknown, path: string, { source }: Walk): Noted {
  if (source.notes !== true) throw new ConditionFault(path, '这里不能按笔记筛选');
  const { isOwn, contains, ...extra } = readObject(input, path);
  const [unknown] = Object.keys(extra);
  if (unknown !== undefined) throw new ConditionFault(path, `不认识的键“${shown(unknown)}”`);
  if (isOwn !== undefined && isOwn !== true) throw new ConditionFault(`${path}.isOwn`, '应为 true，或不填');
  if (contains === undefined) {
    if (isOwn === undefined) throw new ConditionFault(path, '应有 isOwn 或 contains');
    return { noted: { isOwn } };
  }
  const text = typeof contains === 'string' ? contains.trim() : '';
  if (text === '' || text.length > MAX_NOTED || text.includes('\0'))
    throw new ConditionFault(`${path}.contains`, `应为 1 到 ${MAX_NOTED} 个字符`);
  return { noted: { ...(isOwn && { isOwn }), contains: text } };
}

function readCondition(input: unknown, path: string, depth: number, walk: Walk): Condition {
  walk.counts.nodes += 1;
  if (walk.counts.nodes > MAX_CONDITION_NODES) throw new ConditionFault(path, `条件超过 ${MAX_CONDITION_NODES} 个`);
  if (depth > MAX_CONDITION_DEPTH) throw new ConditionFault(path, `条件嵌套超过 ${MAX_CONDITION_DEPTH} 层`);
  const node = readObject(input, path);
  const group = (['and', 'or', 'not', 'exists', 'inList', 'noted'] as const).find((key) => Object.hasOwn(node, key));
  if (group === undefined) return readComparison(node, path, walk);
  if (Object.keys(node).length !== 1) throw new ConditionFault(path, `“${group}”旁边不能有别的键`);
  if (group === 'exists') return readExistence(node['exists'], `${path}.exists`, depth + 1, walk);
  if (group === 'inList') return readListing(node['inList'], `${path}.inList`, walk);
  if (group === 'noted') return readNoted(node['noted'], `${path}.noted`, walk);
  if (group === 'not') return { not: readCondition(node['not'], `${path}.not`, depth + 1, walk) };
  const members = readGroup(node[group], `${path}.${group}`, depth + 1, walk);
  return group === 'and' ? { and: members } : { or: members };
}

/**
 * A condition from outside, checked against the live fields of an object: known fields, operators that the field's
 * type offers, values of the right shape, bounded depth and size; of other objects, those that the source may ask about.
 * Throws `ConditionFault`.
 */
export function parseCondition(source: ConditionSource, input: unknown): Condition {
  return readCondition(input, 'filter', 1, walkOf(source, 0, { nodes: 0, existences: 0 }));
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
  return [...first, ...rest].map((field) => ({ field, operators: operatorsOf(field, source.lastLook) }));
}

/** Every comparison of the object's own fields in a condition, from left to right. */
export function comparisons(condition: Condition): readonly Comparison[] {
  if ('exists' in condition || 'inList' in condition || 'noted' in condition) return [];
  if ('and' in condition) return condition.and.flatMap(comparisons);
  if ('or' in condition) return condition.or.flatMap(comparisons);
  return 'not' in condition ? comparisons(condition.not) : [condition];
}

/** Questions of a condition about records of other objects, without those within them. */
export function existences(condition: Condition): readonly Existence['exists'][] {
  if ('and' in condition) return condition.and.flatMap(existences);
  if ('or' in condition) return condition.or.flatMap(existences);
  if ('not' in condition) return existences(condition.not);
  return 'exists' in condition ? [condition.exists] : [];
}

/** Does a condition ask anywhere what is noted on records? */
export function asksNotes(condition: Condition): boolean {
  if ('and' in condition) return condition.and.some(asksNotes);
  if ('or' in condition) return condition.or.some(asksNotes);
  if ('not' in condition) return asksNotes(condition.not);
  if ('exists' in condition) return condition.exists.filter !== undefined && asksNotes(condition.exists.filter);
  return 'noted' in condition;
}
