import { exposureUnits, type Query, scorerOf } from '#shared/matching/score.ts';
import { TUNING } from '#shared/matching/tuning.ts';
import { HISTORY_PAIRS, type Round } from './history.ts';
import type { Random } from '#sample/draw/random.ts';
import { gini, type Outcome } from './measures.ts';
import { type Asked, type Method, points } from './methods.ts';
import { firstOf, placesOf, type Ranking } from './ranking.ts';
import type { Knowledge, Known } from './replay.ts';
import { monthsOf, type Period } from './periods.ts';

/** A list that is ranked by the score, with the weight of what was shown already. */
export interface Variant {
  readonly name: string;
  readonly order: Query['order'];
  readonly exposure: number;
}

/** What ranks the candidates of each query, in this order. */
export interface Lists {
  readonly rivals: readonly Method[];
  readonly variants: readonly Variant[];
}

/** How lists share out their first places. */
export interface Exposure {
  readonly gini: number;
  /** The share of lists in whose first places the most shown institution was. */
  readonly mostShown: number;
  readonly institutions: number;
  readonly candidates: number;
}

export interface MethodResult {
  readonly name: string;
  readonly outcomes: readonly Outcome[];
  readonly exposure: Exposure;
}

export interface InvestorResult {
  readonly rounds: number;
  readonly queries: number;
  readonly meanCandidates: number;
  /** First investments in a company, how many of them are by candidates, and how many of these a gate took out. */
  readonly pairs: {
    readonly first: number;
    readonly candidates: number;
    readonly gated: number;
    /**
     * Candidates whose least cheque of before is larger than the round that they invested in: of those with enough rounds to
     * believe in it, and of all.
     */
    readonly cheque: number;
    readonly chequeOfAny: number;
  };
  readonly methods: readonly MethodResult[];
}

const FIRST = 20;
const SHOWN_DAYS = 30;

/** Lists shown of late, counted while days go by. */
class Shown {
  readonly counts = new Map<string, number>();
  readonly #lists: { readonly day: number; readonly ids: readonly string[] }[] = [];
  readonly #all = new Map<string, number>();
  #size = 0;

  pass(day: number): void {
    while (this.#lists[0] && this.#lists[0].day <= day - SHOWN_DAYS)
      for (const id of this.#lists.shift()?.ids ?? []) this.counts.set(id, (this.counts.get(id) ?? 0) - 1);
  }

  add(day: number, ids: readonly string[]): void {
    this.#size += 1;
    this.#lists.push({ day, ids });
    for (const id of ids) {
      this.counts.set(id, (this.counts.get(id) ?? 0) + 1);
      this.#all.set(id, (this.#all.get(id) ?? 0) + 1);
    }
  }

  exposure(candidates: ReadonlySet<string>): Exposure {
    const counts = [...candidates].map((id) => this.#all.get(id) ?? 0);
    return {
      gini: gini(counts),
      mostShown: counts.reduce((most, count) => Math.max(most, count), 0) / Math.max(1, this.#size),
      institutions: this.#all.size,
      candidates: candidates.size,
    };
  }
}

/**
 * Asks for investors of each round of the period with what was known at the end of the month before, and looks for those who
 * invested in the company for the first time.
 */
export function replayInvestors(
  rounds: readonly Round[],
  test: Period,
  lists: Lists,
  knowledge: Knowledge,
  random: Random,
  progress: (text: string) => void,
): InvestorResult {
  const methods = [...lists.rivals, ...lists.variants].map(({ name }) => ({
    name,
    outcomes: [] as Outcome[],
    shown: new Shown(),
  }));
  const everyone = new Set<string>();
  const pairs = { first: 0, candidates: 0, gated: 0, cheque: 0, chequeOfAny: 0 };
  const counts = { rounds: 0, queries: 0, candidates: 0 };
  let next = 0;
  const learn = (before: number): void => {
    for (let round = rounds[next]; round && round.day < before; round = rounds[(next += 1)]) knowledge.add(round);
  };
  const firstOnes = firstInvestors(rounds);
  for (const month of monthsOf(test)) {
    learn(month.from);
    const today = month.from - 1;
    const known = knowledge.candidates(today);
    for (const round of rounds.filter(({ day }) => day >= month.from && day <= month.to)) {
      counts.rounds += 1;
      const truth = new Set(firstOnes.get(round));
      pairs.first += truth.size;
      const holders = knowledge.holders(round.company);
      const candidates = known.filter(({ id }) => !holders.has(id));
      const wanted = candidates.flatMap(({ id }, place) => (truth.has(id) ? [place] : []));
      pairs.candidates += wanted.length;
      pairs.gated += known.filter(({ id }) => truth.has(id) && holders.has(id)).length;
      const tooLarge = wanted.flatMap((place) => candidates[place] ?? []).filter((one) => isTooLarge(one, round));
      pairs.chequeOfAny += tooLarge.length;
      pairs.cheque += tooLarge.filter(({ amounts }) => amounts >= ENOUGH).length;
      if (wanted.length === 0) continue;
      counts.queries += 1;
      counts.candidates += candidates.length;
      for (const { id } of candidates) everyone.add(id);
      const facts = knowledge.factsOf(round);
      const asked: Asked = { facts, random, points: rivalPoints(lists, candidates, facts) };
      const base = baseOf(candidates, facts, today, lists.variants, knowledge);
      methods.forEach(({ shown, outcomes }, place) => {
        shown.pass(round.day);
        const ranking = rank(candidates, asked, place, lists, base, shown);
        outcomes.push({ places: placesOf(ranking, wanted), candidates: candidates.length });
        const ids = firstOf(ranking, FIRST).map((at) => candidates[at]?.id ?? '');
        shown.add(round.day, ids);
      });
    }
    progress(`${month.name}：${counts.queries} 个查询`);
  }
  return {
    rounds: counts.rounds,
    queries: counts.queries,
    meanCandidates: counts.candidates / Math.max(1, counts.queries),
    pairs,
    methods: methods.map(({ name, outcomes, shown }) => ({ name, outcomes, exposure: shown.exposure(everyone) })),
  };
}

/** Rounds from which on the least cheque among them says something of the next one. */
const ENOUGH = 5;

/** Would the gate of cheques leave an institution out that states the least cheque of its rounds so far? */
function isTooLarge({ amounts, leastCheque }: Known, { facts }: Round): boolean {
  const amount = facts['amount']?.range?.low;
  return amount !== undefined && amounts > 0 && leastCheque > amount;
}

const rivalPoints = ({ rivals }: Lists, candidates: readonly Known[], facts: Round['facts']): readonly number[] =>
  rivals.length > 0 ? candidates.map((known) => points(known, facts)) : [];

interface Base {
  /** Scores before what was shown is looked at, once for all variants of an order. */
  readonly scores: ReadonlyMap<Variant['order'], Float64Array>;
  readonly deals: Float64Array;
}

/** As Float64Array.from, which goes through an iterator and takes several times as long. */
function numbersOf(candidates: readonly Known[], of: (known: Known, at: number) => number): Float64Array {
  const numbers = new Float64Array(candidates.length);
  candidates.forEach((known, at) => {
    numbers[at] = of(known, at);
  });
  return numbers;
}

function baseOf(
  candidates: readonly Known[],
  facts: Round['facts'],
  today: number,
  variants: readonly Variant[],
  { market }: Knowledge,
): Base {
  const scores = [...new Set(variants.map(({ order }) => order))].map((order) => {
    const { score } = scorerOf({ pairs: HISTORY_PAIRS, tuning: TUNING, order, facts, market, today });
    return [order, numbersOf(candidates, (known) => score(known).units)] as const;
  });
  return { scores: new Map(scores), deals: numbersOf(candidates, ({ profile }) => profile.deals) };
}

function rank(
  candidates: readonly Known[],
  asked: Asked,
  place: number,
  { rivals, variants }: Lists,
  base: Base,
  shown: Shown,
): Ranking {
  const rival = rivals[place];
  if (rival)
    return {
      scores: numbersOf(candidates, (known, at) => rival.score(known, asked, at)),
      ties: numbersOf(candidates, (known) => rival.tie(known, asked)),
    };
  const variant = variants[place - rivals.length];
  const scores = variant && base.scores.get(variant.order);
  const weight = variant?.exposure ?? 0;
  return {
    scores: numbersOf(
      candidates,
      ({ id }, at) => (scores?.[at] ?? 0) + (weight > 0 ? exposureUnits(weight, shown.counts.get(id) ?? 0) : 0),
    ),
    ties: base.deals,
  };
}

/** Who invests for the first time in the company of a round, by all rounds there are before its day. */
export function firstInvestors(rounds: readonly Round[]): ReadonlyMap<Round, readonly string[]> {
  const since = new Map<string, Map<string, number>>();
  for (const { company, day, investors } of rounds) {
    const first = since.get(company) ?? new Map<string, number>();
    since.set(company, first);
    for (const name of investors) if (!first.has(name)) first.set(name, day);
  }
  return new Map(
    rounds.map((round) => [round, round.investors.filter((name) => since.get(round.company)?.get(name) === round.day)]),
  );
}
