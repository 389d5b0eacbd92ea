import type { Operator } from '#schemas/metadata/condition.ts';
import { type CelNode, parseCel } from '#shared/rules/cel.ts';
import { RuleRefusal } from '#shared/rules/rule-refusal.ts';
import {
  ARITHMETIC,
  type Arithmetic,
  type Block,
  type Group,
  groupOf,
  type Line,
  normal,
  type Step,
  type ValueBlock,
} from './block.ts';
import { type Operand, operatorsOf } from './operands.ts';

type Operands = ReadonlyMap<string, Operand>;

/** Said of an expression that has no block form; it never leaves this file. */
class Shapeless extends Error {}

const shapeless = (): never => {
  throw new Shapeless();
};

interface Reading {
  readonly source: string;
  readonly operands: Operands;
}

/** Reads with one of the functions here; undefined for a text that has no block form, or is no CEL. */
function attempt<Result>(source: string, operands: Operands, read: (node: CelNode, at: Reading) => Result) {
  try {
    return read(parseCel(source), { source, operands });
  } catch (error) {
    if (error instanceof Shapeless || error instanceof RuleRefusal) return undefined;
    throw error;
  }
}

/** A condition as blocks; undefined for a text that has no block form, which stays text. */
export const readBlock = (source: string, operands: Operands): Block | undefined =>
  attempt(source, operands, (node, at) => normal(condition(node, at)));

/** A value as blocks; undefined for a text that has no block form. */
export const readValue = (source: string, operands: Operands): ValueBlock | undefined =>
  attempt(source, operands, value);

/** Operators of conditions that say the opposite. */
const OPPOSITES: ReadonlyMap<Operator, Operator> = new Map(
  (
    [
      ['eq', 'ne'],
      ['lt', 'gte'],
      ['gt', 'lte'],
      ['contains', 'notContains'],
      ['in', 'notIn'],
      ['containsAny', 'containsNone'],
      ['empty', 'notEmpty'],
      ['before', 'notBefore'],
      ['after', 'notAfter'],
    ] as const
  ).flatMap(([one, other]) => [
    [one, other],
    [other, one],
  ]),
);

/** The path of a node that names something: `self.x`, `self.x.num`, `size(self.x)`. */
function pathOf(node: CelNode): string | undefined {
  if (node.op === 'id') return node.args;
  if (node.op === '.') {
    const owner = pathOf(node.args[0]);
    return owner === undefined ? undefined : `${owner}.${node.args[1]}`;
  }
  if (node.op !== 'call' || node.args[1].length !== 1 || !node.args[1][0]) return undefined;
  const inner = pathOf(node.args[1][0]);
  return inner === undefined ? undefined : `${node.args[0]}(${inner})`;
}

const operandAt = (node: CelNode, { operands }: Reading): Operand | undefined => operands.get(pathOf(node) ?? '');

/** What is written out at a node, as a screen holds it: digits of a number, a text, true or false. */
function written(node: CelNode, { source }: Reading): string | boolean | undefined {
  if (node.op === '-_') {
    const digits =
      node.args.op === 'value' && typeof node.args.args !== 'string' && written(node.args, { source } as Reading);
    return typeof digits === 'string' ? `-${digits}` : undefined;
  }
  if (node.op === 'call' && node.args[0] === 'dec' && node.args[1][0]?.op === 'value')
    return String(node.args[1][0].args);
  if (node.op !== 'value') return undefined;
  const { args } = node as { readonly args: unknown };
  if (typeof args === 'string' || typeof args === 'boolean') return args;
  const digits = source.slice(node.start, node.end);
  return /^-?\d+(\.\d+)?$/.test(digits) ? digits : undefined;
}

const isDigits = (node: CelNode): boolean => node.op === '-_' || node.op === 'call' || typeof node.args !== 'string';

/** The value that an operand is compared with; a number where it is one, a text elsewhere. */
function literal(node: CelNode, { kind }: Operand, at: Reading): string {
  const text = written(node, at);
  if (typeof text !== 'string' || isDigits(node) !== (kind === 'number')) return shapeless();
  return text;
}

const literals = (node: CelNode, operand: Operand, at: Reading): string[] =>
  node.op === 'list' ? node.args.map((entry) => literal(entry, operand, at)) : shapeless();

function line(operand: Operand, op: Operator, rest: Pick<Line, 'value' | 'other'> = {}): Line {
  return operatorsOf(operand).includes(op) ? { kind: 'line', operand: operand.path, op, ...rest } : shapeless();
}

function condition(node: CelNode, at: Reading): Block {
  switch (node.op) {
    case '&&':
    case '||':
      return groupOf(
        node.op === '&&' ? 'and' : 'or',
        node.args.map((part) => condition(part, at)),
      );
    case '!_':
      return opposite(condition(node.args, at), at);
    case '==':
    case '!=':
    case '<':
    case '<=':
    case '>':
    case '>=':
      return comparison(node.op, node.args[0], node.args[1], at);
    case 'in':
      return membership(node.args[0], node.args[1], at);
    case 'call':
    case '.':
    case 'id':
      return named(node, at);
    case 'rcall':
      return method(node.args[0], node.args[1], node.args[2], at);
    case 'value':
      return node.args === true ? groupOf('and', []) : shapeless();
    default:
      return shapeless();
  }
}

function opposite(block: Block, { operands }: Reading): Block {
  const inner = normal(block);
  if (inner.kind === 'group') {
    return inner.members.length === 0 ? shapeless() : { ...inner, isNegated: !inner.isNegated };
  }
  if (operands.get(inner.operand)?.kind === 'flag' && inner.other === undefined && inner.op === 'eq')
    return { ...inner, value: inner.value !== true };
  const isOneOf = inner.op === 'containsAll' && Array.isArray(inner.value) && inner.value.length === 1;
  const op = isOneOf ? 'containsNone' : OPPOSITES.get(inner.op);
  const operand = operands.get(inner.operand);
  if (op !== undefined && operand && operatorsOf(operand).includes(op)) return { ...inner, op };
  return groupOf('and', [inner], true);
}

type Sign = '==' | '!=' | '<' | '<=' | '>' | '>=';
const FLIPPED: Readonly<Record<Sign, Sign>> = { '==': '==', '!=': '!=', '<': '>', '<=': '>=', '>': '<', '>=': '<=' };
const ORDERS: Readonly<Record<Sign, Operator>> = {
  '==': 'eq',
  '!=': 'ne',
  '<': 'lt',
  '<=': 'lte',
  '>': 'gt',
  '>=': 'gte',
};
const DAYS: Readonly<Partial<Record<Sign, Operator>>> = {
  '==': 'on',
  '<': 'before',
  '<=': 'notAfter',
  '>': 'after',
  '>=': 'notBefore',
};

function comparison(sign: Sign, left: CelNode, right: CelNode, at: Reading): Block {
  const [operand, other] = [operandAt(left, at), operandAt(right, at)];
  if (!operand) return other ? comparison(FLIPPED[sign], right, left, at) : shapeless();
  const op = operand.kind === 'day' ? (DAYS[sign] ?? shapeless()) : ORDERS[sign];
  if (other) return fits(operand, other) ? line(operand, op, { other: other.path }) : shapeless();
  if (operand.kind === 'flag') {
    const value = written(right, at);
    return typeof value === 'boolean' ? line(operand, 'eq', { value: value === (sign === '==') }) : shapeless();
  }
  return line(operand, op, { value: literal(right, operand, at) });
}

/** Kinds whose values are texts, of which one may be compared with the other. */
const TEXTS: ReadonlySet<string> = new Set(['text', 'choice', 'link']);

/** May the two be compared? */
export const fits = (one: Operand, other: Operand): boolean =>
  one.kind === other.kind || (TEXTS.has(one.kind) && TEXTS.has(other.kind));

function membership(entry: CelNode, list: CelNode, at: Reading): Block {
  const [operand, among] = [operandAt(entry, at), operandAt(list, at)];
  if (operand && among?.kind === 'list') return line(operand, 'in', { other: among.path });
  if (operand) return line(operand, 'in', { value: literals(list, operand, at) });
  return among ? line(among, 'containsAll', { value: [literal(entry, among, at)] }) : shapeless();
}

function named(node: CelNode, at: Reading): Block {
  const operand = operandAt(node, at);
  if (operand?.kind === 'flag') return line(operand, 'eq', { value: true });
  if (node.op !== 'call' || !node.args[1][0] || node.args[1].length !== 1) return shapeless();
  const [name] = node.args;
  const asked = operandAt(node.args[1][0], at);
  if (!asked?.isField || (name !== 'has' && name !== 'blank')) return shapeless();
  return line(asked, name === 'has' ? 'notEmpty' : 'empty');
}

function method(name: string, on: CelNode, [first, body]: readonly CelNode[], at: Reading): Block {
  if (!first) return shapeless();
  if (name === 'contains' || name === 'startsWith' || name === 'endsWith') {
    const operand = operandAt(on, at) ?? shapeless();
    const other = operandAt(first, at);
    if (other) return fits(operand, other) ? line(operand, name, { other: other.path }) : shapeless();
    return line(operand, name, { value: literal(first, operand, at) });
  }
  // `list.exists(x, x in others)` and `others.all(x, x in list)`.
  if (first.op !== 'id' || body?.op !== 'in' || body.args[0].op !== 'id' || body.args[0].args !== first.args)
    return shapeless();
  if (name === 'exists') {
    const operand = operandAt(on, at) ?? shapeless();
    return line(operand, 'containsAny', entries(body.args[1], operand, at));
  }
  if (name !== 'all') return shapeless();
  const operand = operandAt(body.args[1], at) ?? shapeless();
  return line(operand, 'containsAll', entries(on, operand, at));
}

function entries(node: CelNode, operand: Operand, at: Reading): Pick<Line, 'value' | 'other'> {
  const other = operandAt(node, at);
  if (other) return other.kind === 'list' ? { other: other.path } : shapeless();
  return { value: literals(node, operand, at) };
}

/** Functions that a value block may call, with the number of their parameters. */
export const CALLED: Readonly<Record<string, number>> = {
  round: 2,
  abs: 1,
  min: 2,
  max: 2,
  daysBetween: 2,
  monthsBetween: 2,
  yearsBetween: 2,
  addDays: 2,
  addMonths: 2,
  firstDay: 1,
  lastDay: 1,
  year: 1,
  month: 1,
  day: 1,
  string: 1,
  size: 1,
};

const isArithmetic = (op: string): op is Arithmetic => ARITHMETIC.some((sign) => sign === op);

function value(node: CelNode, at: Reading): ValueBlock {
  const operand = operandAt(node, at);
  if (operand) return { kind: 'operand', path: operand.path };
  const text = written(node, at);
  if (typeof text === 'boolean') return { kind: 'literal', type: 'flag', value: text };
  if (text !== undefined) return { kind: 'literal', type: isDigits(node) ? 'number' : 'text', value: text };
  if (node.op === 'list') {
    const texts = node.args.map((entry) =>
      entry.op === 'value' && typeof entry.args === 'string' ? entry.args : shapeless(),
    );
    return { kind: 'literal', type: 'texts', value: texts };
  }
  if (isArithmetic(node.op)) return chain(node, at);
  if (node.op === 'call' && CALLED[node.args[0]] === node.args[1].length)
    return { kind: 'call', name: node.args[0], parameters: node.args[1].map((part) => value(part, at)) };
  if (node.op === '?:') {
    const [test, yes, no] = node.args;
    const block = normal(condition(test, at));
    const group: Group = block.kind === 'group' ? block : groupOf('and', [block]);
    return { kind: 'choice', test: group, yes: value(yes, at), no: value(no, at) };
  }
  return shapeless();
}

function chain(node: CelNode, at: Reading): ValueBlock {
  const steps: Step[] = [];
  let rest = node;
  while (isArithmetic(rest.op)) {
    const [left, right] = (rest as CelNode & { op: Arithmetic }).args;
    steps.unshift({ op: rest.op, value: value(right, at) });
    rest = left;
  }
  return { kind: 'chain', first: value(rest, at), steps };
}
