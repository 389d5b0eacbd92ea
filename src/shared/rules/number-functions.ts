import { Decimal } from 'decimal.js';
import { Exact } from '#shared/money/exact.ts';
import { fault } from './no-answer.ts';
import { NUMBER, type RuleFunction } from './rule-function.ts';
import { DECIMAL } from './value-type.ts';

/** Decimal places that a number may be rounded to, at most. */
const MAX_PLACES = 12;

/** A number as rules or the CEL library hold it, exactly. */
const exactly = (value: unknown): Decimal => (Exact.isDecimal(value) ? value : new Exact(String(value)));

/** A whole number as such; undefined for any other. */
export function wholeNumber(value: unknown): number | undefined {
  const exact = exactly(value);
  return exact.isInteger() && exact.abs().lte(Number.MAX_SAFE_INTEGER) ? exact.toNumber() : undefined;
}

function round(value: unknown, places: unknown): unknown {
  const to = wholeNumber(places);
  if (to === undefined || to < 0 || to > MAX_PLACES) return fault(`小数位数应为 0 到 ${MAX_PLACES} 的整数`);
  return exactly(value).toDecimalPlaces(to, Decimal.ROUND_HALF_UP);
}

/** What is done with numbers beside arithmetic. Halves are rounded away from zero, as people do. */
export const NUMBER_FUNCTIONS: Readonly<Record<string, RuleFunction>> = {
  round: { usage: 'round(数值, 小数位数)', parameters: [NUMBER, ['int', 'decimal']], result: DECIMAL, apply: round },
  abs: { usage: 'abs(数值)', parameters: [NUMBER], result: DECIMAL, apply: (value) => exactly(value).abs() },
  min: {
    usage: 'min(数值, 数值)',
    parameters: [NUMBER, NUMBER],
    result: DECIMAL,
    apply: (a, b) => (exactly(a).lte(exactly(b)) ? exactly(a) : exactly(b)),
  },
  max: {
    usage: 'max(数值, 数值)',
    parameters: [NUMBER, NUMBER],
    result: DECIMAL,
    apply: (a, b) => (exactly(a).gte(exactly(b)) ? exactly(a) : exactly(b)),
  },
};
