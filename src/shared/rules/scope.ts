import type { CelNode } from './cel.ts';
import type { Run } from './frame.ts';
import { RuleRefusal } from './rule-refusal.ts';
import type { ValueType } from './value-type.ts';

/** What a rule may read beside the values of the record itself; `labels` are the names of options. */
export type Root = 'old' | 'user' | 'today' | 'labels';

/** A runnable expression with its type; `literal` is set for a literal text or number and holds its value. */
export interface Compiled {
  readonly type: ValueType;
  readonly run: Run;
  readonly literal?: unknown;
  /** A field that is read beside the one named, as the date of a rate is. */
  readonly alsoReads?: string | undefined;
  /** Set for the text of an instant, which is compared by time, and with a date by its day in Asia/Shanghai. */
  readonly isInstant?: boolean;
}

/** A field as rules see it: its type, how it is read, and its parts where it has any. */
export interface RuleField {
  readonly type: ValueType;
  readonly label: string;
  readonly isInstant: boolean;
  readonly read: (root: 'self' | 'old') => Run;
  /** Name of an option by its value; absent where the field has no list of options. */
  readonly labelOf?: ((value: string) => string) | undefined;
  /** `self.amount.num` and the like; undefined where there is no such part. */
  readonly part: (name: string, root: 'self' | 'old') => Compiled | undefined;
}

/** What an expression may refer to, and what it turned out to read. */
export interface Scope {
  readonly source: string;
  readonly fields: ReadonlyMap<string, RuleField>;
  readonly variables: ReadonlyMap<string, { readonly type: ValueType; readonly slot: number }>;
  /** Fields of `self` that the expression reads; filled while compiling. */
  readonly reads: Set<string>;
  /** The same of `old`. */
  readonly readsOfOld: Set<string>;
  /** Which of the roots beside `self` the expression reads. */
  readonly roots: Set<Root>;
  readonly compile: (node: CelNode, scope: Scope) => Compiled;
}

/** Refuses the expression at a node; for `a.b` the place is that of `b`. */
export function refuse(node: CelNode, scope: Scope, message: string): never {
  throw new RuleRefusal(message, scope.source, node.op === '.' ? node.pos : node.start);
}

/** Compiles a node that must have one type. */
export function compileAs(node: CelNode, scope: Scope, kind: ValueType['kind'], words: string): Compiled {
  const compiled = scope.compile(node, scope);
  if (compiled.type.kind !== kind) refuse(node, scope, words);
  return compiled;
}
