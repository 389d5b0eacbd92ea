import type { Comparison } from '#schemas/metadata/condition.ts';

/** Any of some comparisons, in the form that the address of a list has for a filter. */
const either = (tests: readonly Comparison[]): unknown[] => {
  const [first, ...more] = tests.map(({ field, op, value }) =>
    value === undefined ? [field, op] : [field, op, value],
  );
  return first !== undefined && more.length === 0 ? first : ['OR', ...(first ? [first] : []), ...more];
};

/**
 * The path of a list that shows only records for which one of `links` holds, and `also` as well when it is given; the
 * list reads it as it reads what a person filtered by hand.
 */
export function filteredListPath(route: string, links: readonly Comparison[], also?: Comparison): string {
  const filter = also ? ['AND', either(links), either([also])] : either(links);
  // The address of a list writes quotes as apostrophes: see encodeListState.
  const text = JSON.stringify(filter).replace(/["']/g, (quote) => (quote === '"' ? "'" : '"'));
  return `${route}?f=${encodeURIComponent(text)}`;
}
