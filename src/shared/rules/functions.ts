import type { Decimal } from 'decimal.js';
import type { CurrencyValue } from '#schemas/metadata/value.ts';
import { exactText, parseExact } from '#shared/money/exact.ts';
import type { CelNode } from './cel.ts';
import { compileComprehension, isComprehension } from './comprehension.ts';
import { DATE_FUNCTIONS } from './date-functions.ts';
import type { Frame, Run } from './frame.ts';
import { compileLabel } from './label-function.ts';
import { ABSENT, fault, NoAnswer } from './no-answer.ts';
import { NUMBER_FUNCTIONS } from './number-functions.ts';
import { compileBlank, compileHas } from './presence.ts';
import { type RuleFunction, TEXT } from './rule-function.ts';
import { type Compiled, refuse, type Scope } from './scope.ts';
import { BOOL, DECIMAL, INT, STRING, typeName } from './value-type.ts';
import { codePoints } from './code-points.ts';

/** Everything that may be called beside has(), blank() and the comprehensions. All are pure and take bounded time. */
export const FUNCTIONS: Readonly<Record<string, RuleFunction>> = {
  size: {
    usage: 'size(文本或列表)',
    parameters: [['string', 'list']],
    result: INT,
    method: true,
    apply: (value) => (typeof value === 'string' ? codePoints(value) : (value as readonly unknown[]).length),
  },
  len: { usage: 'len(文本)', parameters: [TEXT], result: INT, apply: (value) => codePoints(value as string) },
  startsWith: {
    usage: '文本.startsWith(文本)',
    parameters: [TEXT, TEXT],
    result: BOOL,
    method: true,
    apply: (text, start) => (text as string).startsWith(start as string),
  },
  endsWith: {
    usage: '文本.endsWith(文本)',
    parameters: [TEXT, TEXT],
    result: BOOL,
    method: true,
    apply: (text, end) => (text as string).endsWith(end as string),
  },
  contains: {
    usage: '文本.contains(文本)',
    parameters: [TEXT, TEXT],
    result: BOOL,
    method: true,
    apply: (text, part) => (text as string).includes(part as string),
  },
  dec: {
    usage: 'dec("数字")',
    parameters: [TEXT],
    result: DECIMAL,
    apply: (text) => parseExact(text) ?? fault(`“${String(text).slice(0, 40)}”不是数字`),
  },
  string: {
    usage: 'string(数值)',
    parameters: [['decimal', 'int', 'string']],
    result: STRING,
    apply: (value) => (typeof value === 'object' ? exactText(value as Decimal) : String(value)),
  },
  ...DATE_FUNCTIONS,
  ...NUMBER_FUNCTIONS,
  sameCurrency: {
    usage: 'sameCurrency(金额, 金额)',
    parameters: [['currency'], ['currency']],
    result: BOOL,
    apply: (a, b) => {
      const [left, right] = [(a as CurrencyValue).currency, (b as CurrencyValue).currency];
      return left === undefined || right === undefined ? ABSENT : left === right;
    },
  },
};

function lookUp(name: string, asMethod: boolean): RuleFunction | undefined {
  const found = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined;
  return found && (!asMethod || found.method) && (asMethod || !found.method || name === 'size') ? found : undefined;
}

/** `f(a)` and `a.f(b)`. */
export function compileCall(node: CelNode & { op: 'call' | 'rcall' }, scope: Scope): Compiled {
  const name = node.args[0];
  const parameters = node.op === 'call' ? node.args[1] : [node.args[1], ...node.args[2]];
  const [only] = parameters;
  if (node.op === 'call' && only && parameters.length === 1) {
    if (name === 'has') return compileHas(only, scope);
    if (name === 'blank') return compileBlank(only, scope);
    if (name === 'label') return compileLabel(only, scope);
  }
  if (node.op === 'rcall' && isComprehension(name)) return compileComprehension(node, scope);
  if (name === 'matches') {
    refuse(node, scope, '不支持 matches：正则表达式的用时没有上限，请用 startsWith、endsWith、contains');
  }
  const found = lookUp(name, node.op === 'rcall');
  if (!found) return refuse(node, scope, `没有函数“${name}”`);
  const compiled = parameters.map((parameter) => scope.compile(parameter, scope));
  const types = compiled.map(({ type }) => type);
  const fits =
    types.length === found.parameters.length && types.every((type, at) => found.parameters[at]?.includes(type.kind));
  if (!fits) refuse(node, scope, `用法：${found.usage}，不能用于${types.map(typeName).join('、') || '空'}`);
  return finish(node, scope, found, compiled);
}

/** A call whose arguments are all literals is worked out now, so that a wrong one is refused when it is saved. */
function finish(
  node: CelNode,
  scope: Scope,
  { result, apply }: RuleFunction,
  parameters: readonly Compiled[],
): Compiled {
  const [first, second] = parameters;
  if (first && parameters.every(({ literal }) => literal !== undefined)) {
    const value = apply(first.literal, second?.literal);
    if (value instanceof NoAnswer) return refuse(node, scope, value.message);
    return { type: result, run: () => value, literal: value };
  }
  return { type: result, run: first ? applied(apply, first.run, second?.run) : () => ABSENT };
}

function applied(apply: RuleFunction['apply'], first: Run, second: Run | undefined): Run {
  if (!second) {
    return (frame: Frame) => {
      const value = first(frame);
      return value instanceof NoAnswer ? value : apply(value, undefined);
    };
  }
  return (frame: Frame) => {
    const value = first(frame);
    if (value instanceof NoAnswer) return value;
    const other = second(frame);
    return other instanceof NoAnswer ? other : apply(value, other);
  };
}
