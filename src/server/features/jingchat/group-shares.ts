import type { Plan } from '#shared/assistant/plan.ts';
import { Exact } from '#shared/money/exact.ts';
import type { Figures } from '#server/core/aggregates/reader.ts';

const PLACES = 1;

/** What part of all groups together each of them is by its first number: 12.5%; 0 for a group without a number. */
export type ShareOf = (value: string | null) => string;

/**
 * The shares of groups, or why there are none: averages and groups with records in common have no whole. Undefined where
 * none is asked for.
 */
export function sharesOf(
  { group }: Plan,
  { rows, totals: [total = null] }: Figures,
): ShareOf | { why: string } | undefined {
  if (!group?.isShare) return undefined;
  if (rows.every(({ values: [value = null] }) => value === null)) return { why: '各组均未披露' };
  if (total === null) return { why: '各组相加没有意义' };
  if (new Exact(total).isZero()) return { why: '合计为 0' };
  return (value) => `${new Exact(value ?? 0).div(total).mul(100).toDecimalPlaces(PLACES).toString()}%`;
}
