import type { CelNode } from './cel.ts';
import { type Frame, MAX_STEPS, type Run } from './frame.ts';
import { fault, NoAnswer } from './no-answer.ts';
import { type Compiled, refuse, type Scope } from './scope.ts';
import { BOOL, typeName } from './value-type.ts';

/** Comprehensions inside one another, at most. */
const MAX_NESTING = 2;
/** What one comprehension does with the answers for each entry. */
type Fold = (entries: readonly unknown[], each: (entry: unknown) => unknown) => unknown;

const COMPREHENSIONS = new Set(['all', 'exists', 'exists_one', 'filter', 'map']);

/** True for `list.all(x, …)` and its kin. */
export const isComprehension = (name: string): boolean => COMPREHENSIONS.has(name);

const tooMuch = fault(`计算量太大，一次最多 ${MAX_STEPS} 步`);

/** `list.all|exists|exists_one|filter|map(x, …)`: no loops but these, nested twice at most and counted. */
export function compileComprehension(node: CelNode & { op: 'rcall' }, scope: Scope): Compiled {
  const [name, receiver, [variable, body]] = node.args;
  if (node.args[2].length !== 2 || variable?.op !== 'id' || !body)
    return refuse(node, scope, `用法：列表.${name}(x, 条件)`);
  if (scope.variables.size >= MAX_NESTING) refuse(node, scope, `列表运算最多嵌套 ${MAX_NESTING} 层`);
  const list = scope.compile(receiver, scope);
  if (list.type.kind !== 'list' || !list.type.of)
    refuse(receiver, scope, `“${name}”只能用于列表，不能用于${typeName(list.type)}`);
  const slot = scope.variables.size;
  const variables = new Map(scope.variables).set(variable.args, { type: list.type.of, slot });
  if (variables.size === slot) refuse(variable, scope, `变量名“${variable.args}”已用过`);
  const each = scope.compile(body, { ...scope, variables });
  if (name !== 'map' && each.type.kind !== 'bool') refuse(body, scope, `“${name}”里必须是条件`);
  if (name === 'map' && each.type.kind === 'list') refuse(body, scope, '“map”的结果不能是列表的列表');
  const type = name === 'map' ? ({ kind: 'list', of: each.type } as const) : name === 'filter' ? list.type : BOOL;
  return { type, run: overEntries(list.run, each.run, slot, FOLDS[name] ?? quantifier(true)) };
}

function overEntries(list: Run, body: Run, slot: number, fold: Fold): Run {
  return (frame: Frame) => {
    const entries = list(frame);
    if (entries instanceof NoAnswer) return entries;
    return fold(entries as readonly unknown[], (entry) => {
      if ((frame.steps -= 1) < 0) return tooMuch;
      frame.variables[slot] = entry;
      return body(frame);
    });
  };
}

/** `all` stops at the first false, `exists` at the first true; an entry without an answer counts only if none decides. */
const quantifier =
  (all: boolean): Fold =>
  (entries, each) => {
    let none: NoAnswer | undefined;
    for (const entry of entries) {
      const answer = each(entry);
      if (answer === tooMuch) return answer;
      if (answer === !all) return answer;
      if (answer instanceof NoAnswer) none ??= answer;
    }
    return none ?? all;
  };

const collect =
  (
    keep: (list: unknown[], entry: unknown, answer: unknown) => void,
    result = (list: unknown[]): unknown => list,
  ): Fold =>
  (entries, each) => {
    const list: unknown[] = [];
    for (const entry of entries) {
      const answer = each(entry);
      if (answer instanceof NoAnswer) return answer;
      keep(list, entry, answer);
    }
    return result(list);
  };

const keepIf = (list: unknown[], entry: unknown, answer: unknown): void => {
  if (answer === true) list.push(entry);
};

const FOLDS: Readonly<Record<string, Fold>> = {
  all: quantifier(true),
  exists: quantifier(false),
  exists_one: collect(keepIf, (list) => list.length === 1),
  filter: collect(keepIf),
  map: collect((list, _entry, answer) => list.push(answer)),
};
