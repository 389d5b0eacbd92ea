import type { CelNode } from './cel.ts';
import { equality, strict } from './comparison.ts';
import type { Frame } from './frame.ts';
import { NoAnswer } from './no-answer.ts';
import { type Compiled, refuse, type Scope } from './scope.ts';
import { BOOL, sameType, typeName } from './value-type.ts';

/** `x in list`. A list of literal texts is looked up in a set. */
export function compileMembership(node: CelNode & { op: 'in' }, scope: Scope): Compiled {
  const entry = scope.compile(node.args[0], scope);
  const list = scope.compile(node.args[1], scope);
  if (list.type.kind !== 'list') return refuse(node, scope, `“in”右边必须是列表，不能是${typeName(list.type)}`);
  if (list.type.of && !sameType(list.type.of, entry.type)) {
    refuse(node, scope, `“in”两边的类型不同：${typeName(entry.type)}和${typeName(list.type)}`);
  }
  if (entry.type.kind === 'string' && list.literal !== undefined) {
    const members = new Set(list.literal as readonly string[]);
    const run = (frame: Frame) => {
      const value = entry.run(frame);
      return value instanceof NoAnswer ? value : members.has(value as string);
    };
    return { type: BOOL, run };
  }
  const equal = equality(entry.type, list.type.of ?? entry.type);
  const run = strict(entry.run, list.run, (value, entries) =>
    (entries as readonly unknown[]).some((member) => equal(value, member)),
  );
  return { type: BOOL, run };
}
