import type { FieldValue, RecordValues } from '#schemas/metadata/value.ts';
import type { RateTable } from '#shared/money/rates.ts';
import type { NoAnswer } from './no-answer.ts';

/** What a rule may know beside the record. */
export interface RuleContext {
  /** The record as last saved; absent for a new one. */
  readonly old?: RecordValues | undefined;
  readonly user: { readonly id: string; readonly roles: readonly string[] };
  /** The day in Asia/Shanghai, YYYY-MM-DD. */
  readonly today: string;
  /** True for a record as it is kept: its equivalents are those kept with it, whatever rates are known now. */
  readonly isKept?: boolean;
  /** Rates for `equivalentMoney` in rules. Without them only CNY amounts have one; asking for another is a fault. */
  readonly rates?: RateTable | undefined;
}

/** One evaluation: the roots, the variables of comprehensions by depth, and the steps still allowed. */
export interface Frame {
  /** A field of `self` as rules see it: a computed field computed, a hidden one as it was. */
  readonly self: (apiName: string) => FieldValue;
  /** Why a formula has no value although all it reads is there. */
  readonly failed: (apiName: string) => NoAnswer | undefined;
  readonly values: RecordValues;
  readonly context: RuleContext;
  readonly variables: unknown[];
  steps: number;
}

/** An expression made runnable: a value of its type, or a NoAnswer. It never throws. */
export type Run = (frame: Frame) => unknown;

/** Elements that one evaluation may visit in all its comprehensions together. */
export const MAX_STEPS = 20000;
