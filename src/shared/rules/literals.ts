import { Exact } from '#shared/money/exact.ts';
import type { CelNode } from './cel.ts';
import type { Frame } from './frame.ts';
import { NoAnswer } from './no-answer.ts';
import { type Compiled, refuse, type Scope } from './scope.ts';
import { BOOL, DOUBLE, INT, STRING, type ValueType } from './value-type.ts';

/** An expression whose value is known now. */
function constant(type: ValueType, value: unknown): Compiled {
  return { type, run: () => value, literal: value };
}

/** Text, true, false and numbers. A fraction is read from its digits in the source, so that none is lost. */
export function compileLiteral(node: CelNode & { op: 'value' }, scope: Scope): Compiled {
  const value = node.args;
  switch (typeof value) {
    case 'string':
      return constant(STRING, value);
    case 'boolean':
      return constant(BOOL, value);
    case 'bigint':
      if (value > Number.MAX_SAFE_INTEGER || value < Number.MIN_SAFE_INTEGER) {
        refuse(node, scope, '整数太大，请写成 dec("…")');
      }
      return constant(INT, Number(value));
    case 'number':
      return constant(DOUBLE, new Exact(scope.source.slice(node.start, node.end)));
    default:
      return refuse(node, scope, value === null ? '没有 null：判断是否有值请用 blank(…) 或 has(…)' : '不支持这种常量');
  }
}

/** A list literal: all entries of one type. A list of literal entries is made once. */
export function compileList(node: CelNode & { op: 'list' }, scope: Scope): Compiled {
  const entries = node.args.map((entry) => scope.compile(entry, scope));
  const of = entries[0]?.type;
  const odd = entries.findIndex((entry) => entry.type.kind !== of?.kind || entry.type.kind === 'list');
  if (odd >= 0) refuse(node.args[odd] ?? node, scope, '列表各项的类型必须相同，且不能再是列表');
  if (entries.every((entry) => entry.literal !== undefined)) {
    return constant(
      { kind: 'list', of },
      entries.map((entry) => entry.literal),
    );
  }
  const run = (frame: Frame) => {
    const list = [];
    for (const entry of entries) {
      const value = entry.run(frame);
      if (value instanceof NoAnswer) return value;
      list.push(value);
    }
    return list;
  };
  return { type: { kind: 'list', of }, run };
}
