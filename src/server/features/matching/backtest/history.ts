import { dayNumber, type DayNumber } from '#shared/matching/clock.ts';
import type { Fact } from '#shared/matching/kinds/kind.ts';
import type { Deal } from '#shared/matching/profile.ts';
import type { MatchPair } from '#schemas/metadata/match-pair.ts';
import { PAIR_WEIGHTS } from '#shared/matching/tuning.ts';

/** A row of the file of rounds; '' where it says nothing. */
export interface RoundRow {
  readonly company: string;
  readonly on: string;
  readonly sector: string;
  readonly state: string;
  readonly region: string;
  readonly type: string;
  readonly amount: number | null;
}

/** A row of the file of who invested. */
export interface EdgeRow {
  readonly company: string;
  readonly investor: string;
  readonly on: string;
  readonly amount: number | null;
}

/** A round with those who invested in it. */
export interface Round {
  readonly company: string;
  readonly day: DayNumber;
  readonly row: RoundRow;
  readonly investors: readonly string[];
  readonly deal: Deal;
  /** What is known of it before it closes, but for who holds the company by then. */
  readonly facts: Readonly<Record<string, Fact>>;
}

/** Criteria of such a history, with the weights that ship for their kinds but for the round, which is one level of a tree. */
export const HISTORY_PAIRS: readonly MatchPair[] = [
  { subject: 'industry', kind: 'tree', weight: PAIR_WEIGHTS.tree },
  { subject: 'region', kind: 'tree', weight: PAIR_WEIGHTS.tree },
  { subject: 'round', kind: 'tree', weight: 0.75 },
  { subject: 'earlier', kind: 'tree', weight: PAIR_WEIGHTS.tree },
  { subject: 'amount', kind: 'density', weight: PAIR_WEIGHTS.density },
  { subject: 'holders', kind: 'network', weight: PAIR_WEIGHTS.network },
];

/** Rounds of one company and kind so many days apart are one round that was published twice. */
const REPEATED_DAYS = 45;

export interface History {
  /** In the order of their days. */
  readonly rounds: readonly Round[];
  /** Investments by a named investor whose round is in the other file, and all. */
  readonly joined: number;
  readonly edges: number;
}

const keyOf = (company: string, on: string): string => `${company}\u0000${on}`;

/** Joins investments with rounds by company and day, and by amount where a company had several rounds on a day. */
export function historyOf(rows: readonly RoundRow[], edges: readonly EdgeRow[]): History {
  const byKey = Map.groupBy(rows, ({ company, on }) => keyOf(company, on));
  const investors = new Map<RoundRow, Set<string>>();
  let joined = 0;
  for (const { company, investor, on, amount } of edges) {
    if (!investor || !on) continue;
    const several = byKey.get(keyOf(company, on));
    const row = several?.find((one) => one.amount === amount) ?? several?.[0];
    if (!row) continue;
    joined += 1;
    const there = investors.get(row);
    if (there) there.add(investor);
    else investors.set(row, new Set([investor]));
  }
  const rounds = [...investors].map(([row, names]) => roundOf(row, [...names].toSorted())).toSorted(inOrder);
  return { rounds: withEarlier(rounds), joined, edges: edges.length };
}

/** From so many rounds on it matters no more how many a company had. */
const MANY_ROUNDS = 3;

/** How many rounds a company had before, as far as is known. */
export function earlierFact(count: number): Fact {
  const id = String(Math.min(count, MANY_ROUNDS));
  return { values: [{ id, label: id }] };
}

function withEarlier(rounds: readonly Round[]): Round[] {
  const counts = new Map<string, number>();
  return rounds.map((round) => {
    const count = counts.get(round.company) ?? 0;
    counts.set(round.company, count + 1);
    const earlier = { values: earlierFact(count).values?.map(({ id }) => id) ?? [] };
    return { ...round, deal: { ...round.deal, facts: { ...round.deal.facts, earlier } } };
  });
}

const text = (one: string, other: string): number => (one < other ? -1 : Number(one > other));
const inOrder = (one: Round, other: Round): number =>
  one.day - other.day || text(one.company, other.company) || text(one.row.type, other.row.type);

function roundOf(row: RoundRow, investors: readonly string[]): Round {
  const tree = (...levels: string[]): Fact | undefined => {
    const values = levels.flatMap((id, level) => (id ? [{ id: `${level} ${id}`, label: id }] : []));
    return values.length > 0 ? { values } : undefined;
  };
  const x = row.amount ? Math.log10(row.amount) : undefined;
  const known = {
    industry: tree(row.sector),
    region: tree(row.state, row.region === 'unknown' ? '' : row.region),
    round: tree(row.type),
    amount: x === undefined ? undefined : { range: { low: x, high: x } },
  };
  const facts = Object.fromEntries(Object.entries(known).flatMap(([key, fact]) => (fact ? [[key, fact as Fact]] : [])));
  const dealFacts = Object.entries(facts).map(([key, { values, range }]) => [
    key,
    { ...(values && { values: values.map(({ id }) => id) }), ...(range && { range }) },
  ]);
  const day = dayNumber(row.on);
  return {
    company: row.company,
    day,
    row,
    investors,
    facts,
    deal: { on: day, share: 1, facts: Object.fromEntries(dealFacts) },
  };
}

/** Whether a round repeats an earlier one of the same company and kind. */
export const repeats = (round: Round, earlier: Round): boolean =>
  round.row.type === earlier.row.type && round.day - earlier.day <= REPEATED_DAYS;
