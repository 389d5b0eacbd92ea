import { fieldAt } from './access.ts';
import type { CelNode } from './cel.ts';
import type { Frame, Run } from './frame.ts';
import { NoAnswer } from './no-answer.ts';
import { type Compiled, refuse, type Scope } from './scope.ts';
import { BOOL } from './value-type.ts';

/** The one argument of has() and blank(): a field or a part of one. `owner` is the field when the argument is a part. */
function target(node: CelNode, scope: Scope, name: string): { run: Run; owner: Run | undefined } {
  const direct = fieldAt(node, scope);
  if (direct) return { run: direct.field.read(direct.root), owner: undefined };
  const outer = node.op === '.' ? fieldAt(node.args[0], scope) : undefined;
  if (!outer) return refuse(node, scope, `${name}(…) 里请写字段，如 ${name}(self.name)`);
  return { run: scope.compile(node, scope).run, owner: outer.field.read(outer.root) };
}

/** `has(self.x)`: is there a value? As in CEL, `has(self.x.num)` has no answer where `self.x` is absent. */
export function compileHas(node: CelNode, scope: Scope): Compiled {
  const { run, owner } = target(node, scope, 'has');
  const present = (frame: Frame) => {
    const value = run(frame);
    return value instanceof NoAnswer && value.kind === 'fault' ? value : !(value instanceof NoAnswer);
  };
  if (!owner) return { type: BOOL, run: present };
  const partPresent = (frame: Frame) => {
    const whole = owner(frame);
    return whole instanceof NoAnswer ? whole : present(frame);
  };
  return { type: BOOL, run: partPresent };
}

/** `blank(self.x)`: no value anywhere on the way. The opposite of has() for a field, and always an answer. */
export function compileBlank(node: CelNode, scope: Scope): Compiled {
  const { run } = target(node, scope, 'blank');
  const absent = (frame: Frame) => {
    const value = run(frame);
    return value instanceof NoAnswer && value.kind === 'fault' ? value : value instanceof NoAnswer;
  };
  return { type: BOOL, run: absent };
}
