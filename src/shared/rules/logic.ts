import type { CelNode } from './cel.ts';
import type { Frame, Run } from './frame.ts';
import { NoAnswer } from './no-answer.ts';
import { type Compiled, compileAs, refuse, type Scope } from './scope.ts';
import { BOOL, sameType, typeName } from './value-type.ts';

/** `a && b`, `a || b` in CEL's way: a side that decides does so even when the other has no answer. */
export function compileLogic(node: CelNode & { op: '&&' | '||' }, scope: Scope): Compiled {
  const words = `“${node.op}”两边都必须是条件`;
  const left = compileAs(node.args[0], scope, 'bool', words).run;
  const right = compileAs(node.args[1], scope, 'bool', words).run;
  return { type: BOOL, run: node.op === '&&' ? and(left, right) : or(left, right) };
}

/** Both without an answer: a fault outweighs an absence, so that no fault is silent. */
function undecided(left: unknown, right: unknown): unknown {
  if (!(left instanceof NoAnswer)) return right;
  return right instanceof NoAnswer && right.kind === 'fault' ? right : left;
}

function and(left: Run, right: Run): Run {
  return (frame) => {
    const first = left(frame);
    if (first === false) return false;
    const second = right(frame);
    if (second === false) return false;
    return first === true && second === true ? true : undecided(first, second);
  };
}

function or(left: Run, right: Run): Run {
  return (frame) => {
    const first = left(frame);
    if (first === true) return true;
    const second = right(frame);
    if (second === true) return true;
    return first === false && second === false ? false : undecided(first, second);
  };
}

export function compileNot(node: CelNode & { op: '!_' }, scope: Scope): Compiled {
  const operand = compileAs(node.args, scope, 'bool', '“!”后面必须是条件').run;
  const run = (frame: Frame) => {
    const value = operand(frame);
    return value instanceof NoAnswer ? value : !value;
  };
  return { type: BOOL, run };
}

/** `condition ? a : b`; only the chosen side is worked out. */
export function compileChoice(node: CelNode & { op: '?:' }, scope: Scope): Compiled {
  const condition = compileAs(node.args[0], scope, 'bool', '“?”前面必须是条件').run;
  const yes = scope.compile(node.args[1], scope);
  const no = scope.compile(node.args[2], scope);
  if (!sameType(yes.type, no.type)) {
    refuse(node, scope, `“? :”两支的类型不同：${typeName(yes.type)}和${typeName(no.type)}；数值常量请写成 dec("…")`);
  }
  const run = (frame: Frame) => {
    const value = condition(frame);
    if (value instanceof NoAnswer) return value;
    return value ? yes.run(frame) : no.run(frame);
  };
  return { type: yes.type, run, isInstant: yes.isInstant === true && no.isInstant === true };
}
