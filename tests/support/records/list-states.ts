import { OPERATORS, type Condition } from '#schemas/metadata/condition.ts';
import { DENSITIES, LIST_DISPLAYS, type ListState } from '#shared/lists/list-state.ts';
import type { Prng } from '#tests/support/prng.ts';

const FIELDS = ['name', 'industry', 'foundedOn', 'fundingTotal', 'tags', 'aB3'];
const ODD = [
  '',
  ' ',
  '中文，检索',
  "it's",
  '"quoted"',
  'a&b=c',
  '#?/%41',
  '50%',
  '[],:|',
  '\\',
  '\n\t',
  '🐋鲸',
  '+',
  '..',
  '\u2028',
  "']",
  '\ud800',
];

function text(random: Prng): string {
  return Array.from({ length: random.int(1, 3) }, () => random.pick(ODD)).join('');
}

function operand(random: Prng): unknown {
  const one = () =>
    random.pick<unknown>([text(random), random.int(-5, 9_999_999), true, '2019-06', { id: '7', name: text(random) }]);
  return random.chance(0.5) ? one() : Array.from({ length: random.int(1, 4) }, one);
}

function condition(random: Prng, depth = 1): Condition {
  const kind = depth < 7 ? random.next() : 1;
  const members = () => Array.from({ length: random.int(1, 3) }, () => condition(random, depth + 1));
  if (kind < 0.15) return { and: members() };
  if (kind < 0.3) return { or: members() };
  if (kind < 0.35) return { not: condition(random, depth + 1) };
  if (kind < 0.45) {
    const [filter, atLeast] = [random.chance(0.5), random.chance(0.3)];
    const exists = { objectApiName: random.pick(['Deal', 'X1']), fields: [random.pick(FIELDS), random.pick(FIELDS)] };
    return {
      exists: {
        ...exists,
        ...(filter && { filter: condition(random, depth + 1) }),
        ...(atLeast && { atLeast: random.int(2, 9) }),
      },
    };
  }
  const comparison = { field: random.pick(FIELDS), op: random.pick(OPERATORS) };
  return random.chance(0.2) ? comparison : { ...comparison, value: operand(random) };
}

const some = (random: Prng) => FIELDS.filter(() => random.chance(0.4));

/** Any state that a list may be in, odd texts and deep conditions included. */
export function anyListState(random: Prng): ListState {
  const columns = some(random);
  return {
    filter: random.chance(0.7) ? condition(random) : undefined,
    keyword: random.chance(0.5) ? text(random).toWellFormed() : '',
    sort: random.chance(0.5)
      ? some(random)
          .slice(0, 5)
          .map((field) => ({ field, order: random.pick(['asc', 'desc'] as const) }))
      : undefined,
    columns: random.chance(0.5) && columns.length > 0 ? columns : undefined,
    widths: random.chance(0.5) ? Object.fromEntries(some(random).map((field) => [field, random.int(40, 800)])) : {},
    density: random.pick(DENSITIES),
    pinned: random.chance(0.3) ? some(random) : [],
    totals: random.chance(0.3),
    display: random.pick(LIST_DISPLAYS),
    view: random.chance(0.3) ? String(random.int(1, 999_999)) : undefined,
    match: random.chance(0.3) ? random.pick(['likely', 'focused_p7_lift.held', 'likely_w.industry.0.5']) : undefined,
  };
}

/** What the browser and the router make of an address before a page sees it. */
export const throughAddressBar = (search: string) => {
  const hash = new URL(`http://127.0.0.1/#/data/InsightCompany${search}`).hash;
  return hash.includes('?') ? hash.slice(hash.indexOf('?')) : '';
};
