import type { Comparison } from '#schemas/metadata/condition.ts';

/** Numbers as exact decimal text; an end that is absent is open, one named `…Without` is not part of the range. */
export interface NumberRange {
  readonly from?: string;
  readonly to?: string;
  readonly fromWithout?: string;
  readonly toWithout?: string;
}

/** The values of a comparison; a single one is a list of one. */
export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : [value]);
export const textOf = (value: unknown): string => String(value);

/** The ends of a comparison with one value or a range; undefined where a range is open. */
export const ends = ({ op, value }: Comparison): readonly (string | undefined)[] =>
  (op === 'between' ? list(value) : [value, value]).map((end) => (end === null ? undefined : textOf(end)));

/** The numbers that a comparison by number means. */
export function numberRange(comparison: Comparison): NumberRange {
  const { op } = comparison;
  const number = textOf(comparison.value);
  if (op === 'lt') return { toWithout: number };
  if (op === 'lte') return { to: number };
  if (op === 'gt') return { fromWithout: number };
  if (op === 'gte') return { from: number };
  const [from, to] = ends(comparison);
  return { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
}
