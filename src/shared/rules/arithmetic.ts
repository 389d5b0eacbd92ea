import type { Decimal } from 'decimal.js';
import type { CelNode } from './cel.ts';
import { asExact, strict } from './comparison.ts';
import type { Frame } from './frame.ts';
import { NoAnswer, fault } from './no-answer.ts';
import { type Compiled, refuse, type Scope } from './scope.ts';
import { DECIMAL, INT, isNumber, sameType, STRING, typeName } from './value-type.ts';

type Operator = '+' | '-' | '*' | '/' | '%';

/** Longest text that an expression may build, in UTF-16 units. */
const MAX_BUILT_TEXT = 100_000;
/** Longest list that an expression may build. */
const MAX_BUILT_LIST = 10_000;

/**
 * `+ - * / %`: numbers of the record exactly, counts among themselves exactly, `+` also joins texts and lists. What CEL
 * would answer by rounding (a quotient of whole literals, sums of fractional ones) is refused: write dec("…").
 */
export function compileArithmetic(node: CelNode & { op: Operator }, scope: Scope): Compiled {
  const left = scope.compile(node.args[0], scope);
  const right = scope.compile(node.args[1], scope);
  const kinds = [left.type.kind, right.type.kind];
  if (node.op === '+' && kinds.every((kind) => kind === 'string'))
    return { type: STRING, run: strict(left.run, right.run, joinTexts) };
  if (node.op === '+' && kinds.every((kind) => kind === 'list') && sameType(left.type, right.type)) {
    return { type: left.type, run: strict(left.run, right.run, joinLists) };
  }
  if (kinds.every((kind) => kind === 'int') && node.op !== '/') {
    return { type: INT, run: strict(left.run, right.run, counts[node.op]) };
  }
  if (!isNumber(left.type) || !isNumber(right.type)) {
    refuse(node, scope, `“${node.op}”不能用于${typeName(left.type)}和${typeName(right.type)}`);
  }
  if (!kinds.includes('decimal')) refuse(node, scope, `常量之间的“${node.op}”会舍入，请把其中一个写成 dec("…")`);
  return { type: DECIMAL, run: strict(asExact(left), asExact(right), exact[node.op]) };
}

const BY_ZERO = fault('除数为 0');

const exact: Record<Operator, (a: unknown, b: unknown) => unknown> = {
  '+': (a, b) => (a as Decimal).plus(b as Decimal),
  '-': (a, b) => (a as Decimal).minus(b as Decimal),
  '*': (a, b) => (a as Decimal).times(b as Decimal),
  '/': (a, b) => ((b as Decimal).isZero() ? BY_ZERO : (a as Decimal).div(b as Decimal)),
  '%': (a, b) => ((b as Decimal).isZero() ? BY_ZERO : (a as Decimal).mod(b as Decimal)),
};

const safe = (value: number): unknown => (Number.isSafeInteger(value) ? value : fault('整数超出范围'));

const counts: Record<Exclude<Operator, '/'>, (a: unknown, b: unknown) => unknown> = {
  '+': (a, b) => safe((a as number) + (b as number)),
  '-': (a, b) => safe((a as number) - (b as number)),
  '*': (a, b) => safe((a as number) * (b as number)),
  // As in CEL, what is left has the sign of what is divided; never -0.
  '%': (a, b) => (b === 0 ? BY_ZERO : ((a as number) % (b as number)) + 0),
};

function joinTexts(a: unknown, b: unknown): unknown {
  const text = (a as string) + (b as string);
  return text.length > MAX_BUILT_TEXT ? fault(`文本太长，最多 ${MAX_BUILT_TEXT} 个字符`) : text;
}

function joinLists(a: unknown, b: unknown): unknown {
  const list = [...(a as unknown[]), ...(b as unknown[])];
  return list.length > MAX_BUILT_LIST ? fault(`列表太长，最多 ${MAX_BUILT_LIST} 项`) : list;
}

/** `-x`. */
export function compileNegation(node: CelNode & { op: '-_' }, scope: Scope): Compiled {
  const operand = scope.compile(node.args, scope);
  if (!isNumber(operand.type)) refuse(node, scope, `“-”不能用于${typeName(operand.type)}`);
  const negate =
    operand.type.kind === 'int' ? (value: unknown) => -(value as number) : (value: unknown) => (value as Decimal).neg();
  if (operand.literal !== undefined) {
    const value = negate(operand.literal);
    return { type: operand.type, run: () => value, literal: value };
  }
  const run = (frame: Frame) => {
    const value = operand.run(frame);
    return value instanceof NoAnswer ? value : negate(value);
  };
  return { type: operand.type, run };
}
