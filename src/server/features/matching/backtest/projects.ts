import { scorerOf } from '#shared/matching/score.ts';
import { TUNING } from '#shared/matching/tuning.ts';
import { firstInvestors } from './investors.ts';
import { HISTORY_PAIRS, type Round } from './history.ts';
import type { Random } from '#sample/draw/random.ts';
import type { Outcome } from './measures.ts';
import { type Period, quartersOf } from './periods.ts';
import { points } from './methods.ts';
import { placesOf } from './ranking.ts';
import type { Knowledge, Known } from './replay.ts';

export interface ProjectResult {
  readonly queries: number;
  readonly meanCandidates: number;
  readonly methods: readonly { readonly name: string; readonly outcomes: readonly Outcome[] }[];
}

interface Offered {
  readonly round: Round;
  readonly holders: ReadonlySet<string>;
  readonly truth: ReadonlySet<string>;
  readonly facts: Round['facts'];
}

const OURS = '更对口';
const RIVALS = ['随机', '金额最大', '条件积分'];

/**
 * Asks for projects of each institution and quarter with what was known before it: the candidates are the rounds of the quarter
 * of companies that the institution does not hold, and those are looked for in which it invested.
 */
export function replayProjects(
  rounds: readonly Round[],
  test: Period,
  knowledge: Knowledge,
  random: Random,
  progress: (text: string) => void,
): ProjectResult {
  const names = [...RIVALS, OURS];
  const outcomes = names.map((): Outcome[] => []);
  const firstOnes = firstInvestors(rounds);
  let next = 0;
  let queries = 0;
  let total = 0;
  for (const quarter of quartersOf(test)) {
    for (let round = rounds[next]; round && round.day < quarter.from; round = rounds[(next += 1)]) knowledge.add(round);
    const today = quarter.from - 1;
    const offered = rounds
      .filter(({ day }) => day >= quarter.from && day <= quarter.to)
      .map((round): Offered => {
        const holders = knowledge.holders(round.company);
        return { round, holders, truth: new Set(firstOnes.get(round)), facts: knowledge.factsOf(round) };
      });
    const { market, offered: all } = knowledge;
    const common = { pairs: HISTORY_PAIRS, tuning: TUNING, order: 'fitting', market, offered: all, today } as const;
    const scorers = offered.map(({ facts }) => scorerOf({ ...common, facts }).score);
    for (const known of knowledge.candidates(today)) {
      const open = offered.flatMap(({ holders }, place) => (holders.has(known.id) ? [] : [place]));
      const wanted = open.flatMap((place, at) => (offered[place]?.truth.has(known.id) ? [at] : []));
      if (wanted.length === 0) continue;
      queries += 1;
      total += open.length;
      const score = scoring(known, offered, scorers);
      outcomes.forEach((list, method) => {
        const scores = Float64Array.from(open, (place) => score(method, place));
        const ties = Float64Array.from(open, random);
        list.push({ places: placesOf({ scores, ties }, wanted), candidates: open.length });
      });
    }
    progress(`${quarter.name} 起的一季：${queries} 个查询`);
  }
  return {
    queries,
    meanCandidates: total / Math.max(1, queries),
    methods: names.map((name, at) => ({ name, outcomes: outcomes[at] ?? [] })),
  };
}

/** The score that a method gives to one of the rounds. */
function scoring(
  known: Known,
  offered: readonly Offered[],
  scorers: readonly ReturnType<typeof scorerOf>['score'][],
): (method: number, place: number) => number {
  const rivals: readonly ((one: Offered) => number)[] = [
    () => 0,
    ({ round }) => round.row.amount ?? 0,
    ({ facts }) => points(known, facts),
  ];
  return (method, place) => {
    const rival = rivals[method];
    const one = offered[place];
    if (rival) return one ? rival(one) : 0;
    return scorers[place]?.(known).units ?? 0;
  };
}
