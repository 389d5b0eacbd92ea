import type { Operator } from '#schemas/metadata/condition.ts';

/** One comparison: something of the record, how it is compared, and with what. */
export interface Line {
  readonly kind: 'line';
  /** Path of the operand, as CEL writes it: `self.amount.equivalentMoney`. */
  readonly operand: string;
  readonly op: Operator;
  /** A value, or several where the operator takes a list. */
  readonly value?: unknown;
  /** Path of another operand that takes the place of a value. */
  readonly other?: string;
}

/** Conditions under one and/or. Without members it always holds. */
export interface Group {
  readonly kind: 'group';
  readonly join: 'and' | 'or';
  readonly isNegated: boolean;
  readonly members: readonly Block[];
}

/** A condition as blocks. */
export type Block = Line | Group;

export const ARITHMETIC = ['+', '-', '*', '/', '%'] as const;
export type Arithmetic = (typeof ARITHMETIC)[number];

/** A value as blocks: what a rule fills in, and what a formula comes to. */
export type ValueBlock =
  | { readonly kind: 'operand'; readonly path: string }
  /** A text, a number as its digits, true or false, or several texts. */
  | { readonly kind: 'literal'; readonly type: 'text' | 'number' | 'flag' | 'texts'; readonly value: unknown }
  /** Worked out from left to right. */
  | { readonly kind: 'chain'; readonly first: ValueBlock; readonly steps: readonly Step[] }
  | { readonly kind: 'call'; readonly name: string; readonly parameters: readonly ValueBlock[] }
  | { readonly kind: 'choice'; readonly test: Group; readonly yes: ValueBlock; readonly no: ValueBlock };

export interface Step {
  readonly op: Arithmetic;
  readonly value: ValueBlock;
}

/** Members under one join. */
export const groupOf = (join: Group['join'], members: readonly Block[], isNegated = false): Group => ({
  kind: 'group',
  join,
  isNegated,
  members,
});

/** A condition as the group that a screen begins with. */
export const asGroup = (block: Block): Group => (block.kind === 'group' ? block : groupOf('and', [block]));

/**
 * The same condition with no group that says nothing: no group of one member, none inside another of the same join, no
 * join but `and` where there is nothing to join.
 */
export function normal(block: Block): Block {
  if (block.kind === 'line') return block;
  const { join, isNegated } = block;
  const members = block.members.map(normal).flatMap((member) => {
    if (member.kind === 'line' || member.isNegated) return [member];
    return member.members.length === 0 || member.join === join ? member.members : [member];
  });
  const [only] = members;
  if (!only || members.length > 1) return groupOf(only ? join : 'and', members, isNegated && only !== undefined);
  if (!isNegated) return only;
  return only.kind === 'group' ? { ...only, isNegated: !only.isNegated } : groupOf('and', members, true);
}
