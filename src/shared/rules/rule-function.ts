import type { ValueType } from './value-type.ts';

type Kind = ValueType['kind'];

/** One function of the language: what it takes, what it gives, and what it does with values that are there. */
export interface RuleFunction {
  readonly usage: string;
  /** Allowed kinds of each parameter; for a method the first is the receiver. */
  readonly parameters: readonly (readonly Kind[])[];
  readonly result: ValueType;
  readonly method?: true;
  readonly apply: (a: unknown, b: unknown) => unknown;
}

/** Texts, which dates and instants are as well. */
export const TEXT = ['string'] as const;

/** Numbers of the record and those that are written out. */
export const NUMBER = ['decimal', 'int', 'double'] as const;
