import { LIST_ROOT, MARKET_ROOT } from '#schemas/generated/metadata/names.ts';

/** Headings of the navigation by the root of the addresses under them, in the order of the navigation. */
const LIST_HEADINGS = [
  [LIST_ROOT, '数据洞察'],
  [MARKET_ROOT, '投融资对接'],
] as const;

/** The heading of a list that names none. */
export const headingOfAddress = (route: string): string | undefined =>
  LIST_HEADINGS.find(([root]) => route.startsWith(`${root}/`))?.[1];
