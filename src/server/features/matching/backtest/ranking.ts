/** A list in the making: what each candidate scores, and what decides between equal ones. Then their order decides. */
export interface Ranking {
  readonly scores: Float64Array;
  readonly ties: Float64Array;
}

const isBefore = ({ scores, ties }: Ranking, one: number, other: number): boolean => {
  const by = (scores[one] ?? 0) - (scores[other] ?? 0) || (ties[one] ?? 0) - (ties[other] ?? 0);
  return by > 0 || (by === 0 && one < other);
};

/** The places of some candidates, from 1, without sorting all. */
export const placesOf = (ranking: Ranking, wanted: readonly number[]): number[] =>
  wanted.map((one) => {
    let place = 1;
    for (let other = 0; other < ranking.scores.length; other += 1) if (isBefore(ranking, other, one)) place += 1;
    return place;
  });

/** The first so many candidates, in their order. */
export function firstOf(ranking: Ranking, count: number): number[] {
  const first: number[] = [];
  for (let one = 0; one < ranking.scores.length; one += 1) {
    const last = first.at(-1);
    if (first.length === count && last !== undefined && !isBefore(ranking, one, last)) continue;
    let at = first.length;
    while (at > 0 && isBefore(ranking, one, first[at - 1] ?? 0)) at -= 1;
    first.splice(at, 0, one);
    if (first.length > count) first.pop();
  }
  return first;
}
