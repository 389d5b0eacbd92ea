import type { MatchedPair } from './match-list.ts';

/** How right the pairs of one grade and all better ones are. */
export interface Score {
  readonly found: number;
  readonly wrong: number;
  readonly precision: number;
  readonly recall: number;
}

const nameOf = (left: number, right: number): string => `${left} ${right}`;

/** Compares pairs with the true ones; both name the earlier place first. */
export function scoreOf(
  pairs: readonly MatchedPair[],
  truth: readonly (readonly [number, number])[],
  leastGrade: number,
): Score {
  const right = new Set(truth.map(([left, other]) => nameOf(left, other)));
  const found = pairs.filter(({ grade }) => grade >= leastGrade);
  const hits = found.filter((pair) => right.has(nameOf(pair.left, pair.right))).length;
  return {
    found: found.length,
    wrong: found.length - hits,
    precision: found.length === 0 ? 1 : hits / found.length,
    recall: right.size === 0 ? 1 : hits / right.size,
  };
}
