import type { Condition } from '#schemas/metadata/condition.ts';
import type { Days, GrowthOrder, Plan } from '#shared/assistant/plan.ts';
import { Failure } from '#shared/errors.ts';
import { Exact, exactText } from '#shared/money/exact.ts';
import type { Figures, GroupFigures } from '#server/core/aggregates/reader.ts';

/** Groups that are compared at most: all of them must be known before they can be ordered by how they have grown. */
const MAX_COMPARED = 5000;
const PERCENT_PLACES = 1;

/** What a group's numbers are in: its number, the one before, how far they are apart, and by how much in a hundred. */
const PLACES = { value: 0, change: 2, rate: 3 } as const;

/** Reads the numbers of a plan under one more condition, of so many groups at most. */
type Read = (plan: Plan, within: Condition, most?: number) => Promise<Figures>;

/** Where no record is, its number is known. */
const nothingOf = ({ measures = [] }: Plan): (string | null)[] =>
  measures.map(({ fn }) => (fn === 'count' || fn === 'sum' ? '0' : null));

/** The measures of each period, and then those of the one that it is compared with; of groups, each with both. */
export async function grownFigures(plan: Plan, read: Read): Promise<Figures> {
  const { growth: { field, spans, order } = { field: '', spans: [] }, group } = plan;
  const within = ({ from, to }: Days): Condition => ({ field, op: 'between', value: [from, to] });
  const [span] = spans;
  if (group && span) {
    const { limit: _limit, sort: _sort, ...all } = plan;
    const current = await read(all, within(span), MAX_COMPARED);
    const before = await read(all, within(span.before), MAX_COMPARED);
    if (Math.max(current.groups, before.groups) > MAX_COMPARED)
      throw new Failure('INVALID_QUERY', `超过 ${MAX_COMPARED} 组，请再加一个条件`);
    return ranked(comparedGroups(current.rows, before.rows, nothingOf(plan)), order, plan.limit);
  }
  const rows: GroupFigures[] = [];
  for (const { before, ...current } of spans)
    for (const days of [current, before]) {
      const { rows: own } = await read(plan, within(days));
      rows.push({ key: days.from, label: days.from, values: own[0]?.values ?? nothingOf(plan) });
    }
  return { rows, groups: rows.length, totals: [], isTied: false };
}

/** How far a number is from the one before it, and by how much in a hundred; null where one of them is not known, or is 0. */
export function changeOf(value: string | null, before: string | null): readonly [string | null, string | null] {
  if (value === null || before === null) return [null, null];
  const change = new Exact(value).sub(before);
  const base = new Exact(before).abs();
  const rate = base.isZero() ? null : exactText(change.div(base).mul(100).toDecimalPlaces(PERCENT_PLACES));
  return [exactText(change), rate];
}

function comparedGroups(
  current: readonly GroupFigures[],
  before: readonly GroupFigures[],
  [nothing = null]: readonly (string | null)[],
): GroupFigures[] {
  const [now, then] = [current, before].map((rows) => new Map(rows.map((row) => [row.key, row])));
  const groups = new Map([...before, ...current].map(({ key, label }) => [key, label]));
  return Array.from(groups, ([key, label]) => {
    const row = now?.get(key);
    const earlier = then?.get(key);
    const value = row ? (row.values[0] ?? null) : nothing;
    const old = earlier ? (earlier.values[0] ?? null) : nothing;
    return { key, label, values: [value, old, ...changeOf(value, old)] };
  });
}

/** Groups of which nothing is known to order them by come last. */
function ranked(rows: readonly GroupFigures[], order: GrowthOrder | undefined, limit = rows.length): Figures {
  const at = PLACES[order?.by ?? 'value'];
  const sign = order?.order === 'asc' ? 1 : -1;
  const sorted = rows.toSorted((one, other) => {
    const [mine, theirs] = [one.values[at], other.values[at]];
    if (mine === null || theirs === null || mine === undefined || theirs === undefined)
      return Number(mine === null) - Number(theirs === null);
    return sign * new Exact(mine).comparedTo(theirs) || (one.key ?? '').localeCompare(other.key ?? '');
  });
  const [last, next] = [sorted[limit - 1], sorted[limit]];
  return {
    rows: sorted.slice(0, limit),
    groups: rows.length,
    totals: [null, null, null, null],
    isTied: next !== undefined && last?.values[at] === next.values[at],
  };
}
