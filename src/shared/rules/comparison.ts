import type { Decimal } from 'decimal.js';
import { fullInstant, isDateTimeText } from '#generators/field-types/date-time.ts';
import { compareExact, Exact, parseExact } from '#shared/money/exact.ts';
import type { CelNode } from './cel.ts';
import { dayOf } from './days.ts';
import type { Frame, Run } from './frame.ts';
import { NoAnswer } from './no-answer.ts';
import { type Compiled, refuse, type Scope } from './scope.ts';
import { BOOL, isNumber, sameType, typeName, type ValueType } from './value-type.ts';

type Order = '<' | '<=' | '>' | '>=';
type Equality = '==' | '!=';

/** The expression as an exact number; a whole literal is converted once. */
export function asExact(compiled: Compiled): Run {
  if (compiled.type.kind !== 'int') return compiled.run;
  if (compiled.literal !== undefined) {
    const exact = new Exact(compiled.literal as number);
    return () => exact;
  }
  return (frame) => {
    const value = compiled.run(frame);
    return value instanceof NoAnswer ? value : new Exact(value as number);
  };
}

/** CEL mixes a number of the record with a literal of either kind, but never a whole with a fractional literal. */
function comparable(left: ValueType, right: ValueType): boolean {
  if (isNumber(left) && isNumber(right))
    return left.kind === right.kind || left.kind === 'decimal' || right.kind === 'decimal';
  return sameType(left, right);
}

function operands(node: CelNode & { op: Order | Equality }, scope: Scope): [Compiled, Compiled] {
  const left = scope.compile(node.args[0], scope);
  const right = scope.compile(node.args[1], scope);
  if (!comparable(left.type, right.type)) {
    refuse(node, scope, `“${node.op}”不能比较${typeName(left.type)}和${typeName(right.type)}`);
  }
  return [left, right];
}

/** `< <= > >=` on numbers and on texts, the latter by UTF-16 unit, which orders ISO dates by time; instants by time. */
export function compileOrder(node: CelNode & { op: Order }, scope: Scope): Compiled {
  const [left, right] = operands(node, scope);
  if (left.type.kind === 'string')
    return { type: BOOL, run: plainOrder(node.op, left.run, right.run, alignerOf(left, right)) };
  if (!isNumber(left.type)) refuse(node, scope, `“${node.op}”不能比较${typeName(left.type)}`);
  if (left.type.kind === 'int' && right.type.kind === 'int') {
    return { type: BOOL, run: plainOrder(node.op, left.run, right.run) };
  }
  return { type: BOOL, run: exactOrder(node.op, asExact(left), asExact(right)) };
}

type Plain = string & number;

type Aligner = (a: unknown, b: unknown) => readonly [unknown, unknown];

/**
 * How two texts are made comparable where one is an instant: two instants by time, however exactly they are written; an
 * instant and a date by the day that the instant has in Asia/Shanghai. Undefined for other texts.
 */
function alignerOf(left: Compiled, right: Compiled): Aligner | undefined {
  if (left.isInstant !== true && right.isInstant !== true) return undefined;
  const isInstant = (text: unknown) => typeof text === 'string' && isDateTimeText(text);
  return (a, b) => {
    if (isInstant(a) && isInstant(b)) return [fullInstant(a as string), fullInstant(b as string)];
    return [isInstant(a) ? dayOf(a as string) : a, isInstant(b) ? dayOf(b as string) : b];
  };
}

function plainOrder(op: Order, left: Run, right: Run, align?: Aligner): Run {
  const decide = {
    '<': (a: Plain, b: Plain) => a < b,
    '<=': (a: Plain, b: Plain) => a <= b,
    '>': (a: Plain, b: Plain) => a > b,
    '>=': (a: Plain, b: Plain) => a >= b,
  }[op];
  if (!align) return strict(left, right, (a, b) => decide(a as Plain, b as Plain));
  return strict(left, right, (a, b) => decide(...(align(a, b) as [Plain, Plain])));
}

function exactOrder(op: Order, left: Run, right: Run): Run {
  const decide = {
    '<': (order: number) => order < 0,
    '<=': (order: number) => order <= 0,
    '>': (order: number) => order > 0,
    '>=': (order: number) => order >= 0,
  }[op];
  return strict(left, right, (a, b) => decide(compareExact(a as Decimal, b as Decimal)));
}

/** Runs both sides; without an answer on either there is none here. */
export function strict(left: Run, right: Run, decide: (a: unknown, b: unknown) => unknown): Run {
  return (frame: Frame) => {
    const first = left(frame);
    if (first instanceof NoAnswer) return first;
    const second = right(frame);
    return second instanceof NoAnswer ? second : decide(first, second);
  };
}

/** `==` and `!=` by value. */
export function compileEquality(node: CelNode & { op: Equality }, scope: Scope): Compiled {
  const [left, right] = operands(node, scope);
  const wanted = node.op === '==';
  if (left.type.kind === 'file') refuse(node, scope, `“${node.op}”不能比较文件，请比较它的 url`);
  const align = alignerOf(left, right);
  if (align) {
    const run = strict(left.run, right.run, (a, b) => Object.is(...align(a, b)) === wanted);
    return { type: BOOL, run };
  }
  if (right.literal !== undefined && typeof right.literal === 'string') {
    return { type: BOOL, run: equalsText(left.run, right.literal, wanted) };
  }
  const equal = equality(left.type, right.type);
  const plain = equal === Object.is;
  const run = strict(
    plain ? left.run : asExact(left),
    plain ? right.run : asExact(right),
    (a, b) => equal(a, b) === wanted,
  );
  return { type: BOOL, run };
}

function equalsText(left: Run, text: string, wanted: boolean): Run {
  return (frame) => {
    const value = left(frame);
    return value instanceof NoAnswer ? value : (value === text) === wanted;
  };
}

/** How two values of these types are found equal. */
export function equality(left: ValueType, right: ValueType): (a: unknown, b: unknown) => boolean {
  if (left.kind === 'list' && right.kind === 'list') {
    const equal = left.of && right.of ? equality(left.of, right.of) : Object.is;
    return (a, b) => sameList(a as readonly unknown[], b as readonly unknown[], equal);
  }
  if (isNumber(left) && (left.kind !== 'int' || right.kind !== 'int')) {
    return (a, b) => compareExact(a as Decimal, b as Decimal) === 0;
  }
  return left.kind === 'currency' ? sameMoney : Object.is;
}

function sameList(a: readonly unknown[], b: readonly unknown[], equal: (a: unknown, b: unknown) => boolean): boolean {
  return a.length === b.length && a.every((entry, index) => equal(entry, b[index]));
}

/** Two currency groups are equal when number (by value), currency and band are; the equivalent follows from these. */
export function sameMoney(a: unknown, b: unknown): boolean {
  const [left, right] = [a, b] as [Record<string, unknown>, Record<string, unknown>];
  const [one, other] = [exactOf(left['num']), exactOf(right['num'])];
  const sameNumber = one && other ? compareExact(one, other) === 0 : one === other;
  return sameNumber && left['currency'] === right['currency'] && left['band'] === right['band'];
}

const exactOf = (num: unknown): Decimal | undefined => (Exact.isDecimal(num) ? num : parseExact(num));
