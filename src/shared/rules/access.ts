import type { CelNode } from './cel.ts';
import type { Frame } from './frame.ts';
import { ABSENT, NoAnswer } from './no-answer.ts';
import { type Compiled, type RuleField, refuse, type Scope } from './scope.ts';
import { INT, STRING, STRINGS, typeName } from './value-type.ts';

type Dot = CelNode & { op: '.' };

/** `self.x` or `old.x` as the field it names; undefined when the node is something else. */
export function fieldAt(
  node: CelNode,
  scope: Scope,
): { root: 'self' | 'old'; apiName: string; field: RuleField } | undefined {
  if (node.op !== '.') return undefined;
  const [left, apiName] = node.args;
  if (left.op !== 'id' || scope.variables.has(left.args) || (left.args !== 'self' && left.args !== 'old'))
    return undefined;
  const field = scope.fields.get(apiName);
  if (!field) refuse(node, scope, `没有字段“${apiName}”`);
  if (left.args === 'self') scope.reads.add(apiName);
  else scope.readsOfOld.add(apiName);
  if (left.args === 'old') scope.roots.add('old');
  return { root: left.args, apiName, field };
}

/** A variable of a comprehension or one of the roots. */
export function compileName(node: CelNode & { op: 'id' }, scope: Scope): Compiled {
  const variable = scope.variables.get(node.args);
  if (variable) return { type: variable.type, run: ({ variables }) => variables[variable.slot] };
  if (node.args === 'today') {
    scope.roots.add('today');
    return { type: STRING, run: ({ context }) => context.today };
  }
  if (node.args === 'self' || node.args === 'old') return refuse(node, scope, `请写出字段，如 ${node.args}.name`);
  if (node.args === 'user') return refuse(node, scope, '请写 user.id 或 user.roles');
  return refuse(node, scope, `没有“${node.args}”，可用的有 self、old、user、today`);
}

/** `self.x`, `old.x`, `user.id`, `user.roles`, `self.amount.num`. */
export function compileDot(node: Dot, scope: Scope): Compiled {
  const [left, name] = node.args;
  const direct = fieldAt(node, scope);
  if (direct) {
    const { type, isInstant, read } = direct.field;
    return { type, run: read(direct.root), isInstant };
  }
  if (left.op === 'id' && left.args === 'user' && !scope.variables.has('user')) return userPart(node, scope);
  const owner = fieldAt(left, scope);
  if (!owner) {
    scope.compile(left, scope);
    return refuse(node, scope, `“.${name}”只能用在 self、old、user 或其字段之后`);
  }
  const part = owner.field.part(name, owner.root);
  if (part?.alsoReads !== undefined) scope.reads.add(part.alsoReads);
  return part ?? refuse(node, scope, `${owner.field.label}（${typeName(owner.field.type)}）没有“${name}”`);
}

function userPart(node: Dot, scope: Scope): Compiled {
  scope.roots.add('user');
  if (node.args[1] === 'id') return { type: STRING, run: ({ context }) => context.user.id };
  if (node.args[1] === 'roles') return { type: STRINGS, run: ({ context }) => context.user.roles };
  return refuse(node, scope, `user 没有“${node.args[1]}”，可用的有 id、roles`);
}

/** `list[0]`; an entry beyond the end is absent. */
export function compileIndex(node: CelNode & { op: '[]' }, scope: Scope): Compiled {
  const list = scope.compile(node.args[0], scope);
  const index = scope.compile(node.args[1], scope);
  if (list.type.kind !== 'list' || !list.type.of || index.type.kind !== INT.kind)
    refuse(node, scope, '“[ ]”只能按整数取列表的一项');
  const run = (frame: Frame) => {
    const entries = list.run(frame);
    if (entries instanceof NoAnswer) return entries;
    const at = index.run(frame);
    return at instanceof NoAnswer ? at : ((entries as readonly unknown[])[at as number] ?? ABSENT);
  };
  return { type: list.type.of, run };
}
