import { Decimal } from 'decimal.js';

/**
 * Decimal arithmetic of our own precision, apart from whatever else configures decimal.js. 80 digits hold the product of
 * any two amounts that a field can keep (24 + 12 digits each) without rounding; a quotient is rounded half-even there.
 */
export const Exact = Decimal.clone({ precision: 80, rounding: Decimal.ROUND_HALF_EVEN, toExpNeg: -200, toExpPos: 200 });

const DECIMAL_TEXT = /^-?\d{1,40}(\.\d{1,40})?$/;

/** Decimal text to an exact number; undefined for anything else, in particular exponents, blanks and non-text. */
export function parseExact(text: unknown): Decimal | undefined {
  return typeof text === 'string' && DECIMAL_TEXT.test(text) ? new Exact(text) : undefined;
}

/** An exact number as the shortest plain decimal text, e.g. `1250.5`; never an exponent, never `-0`. */
export function exactText(value: Decimal): string {
  return value.isZero() ? '0' : value.toFixed();
}

/**
 * -1, 0 or 1. The same answer as `a.cmp(b)`, which builds a new Decimal at every call; rules compare on every key.
 * Both must be finite, which `parseExact` and arithmetic without division by zero guarantee.
 */
export function compareExact(a: Decimal, b: Decimal): number {
  if (a.isZero() || b.isZero() || a.s !== b.s) {
    const left = a.isZero() ? 0 : a.s;
    const right = b.isZero() ? 0 : b.s;
    return left === right ? 0 : left < right ? -1 : 1;
  }
  if (a.e !== b.e) return a.e > b.e ? a.s : -a.s;
  const length = Math.min(a.d.length, b.d.length);
  for (let index = 0; index < length; index += 1) {
    const left = a.d[index] ?? 0;
    const right = b.d[index] ?? 0;
    if (left !== right) return left > right ? a.s : -a.s;
  }
  return a.d.length === b.d.length ? 0 : a.d.length > b.d.length ? a.s : -a.s;
}
