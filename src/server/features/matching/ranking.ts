import { byScore, type Scored } from '#shared/matching/score.ts';

/** A part of a ranking: the best behind a place, and how many are before them. */
export interface Ranked<Row extends Scored> {
  readonly rows: readonly Row[];
  readonly before: number;
  readonly hasMore: boolean;
}

/**
 * The first of all candidates, or the first behind one that was shown before, without ordering the others: of tens of
 * thousands a page has twenty.
 */
export function bestOf<Row extends Scored>(
  candidates: Iterable<Row>,
  size: number,
  behind: Scored | undefined,
): Ranked<Row> {
  const best: Row[] = [];
  let before = 0;
  let more = 0;
  for (const row of candidates) {
    if (behind && byScore(row, behind) <= 0) {
      before += 1;
      continue;
    }
    const worst = best[size - 1];
    if (worst && byScore(row, worst) > 0) {
      more += 1;
      continue;
    }
    let at = best.length;
    for (let other = best[at - 1]; other && byScore(row, other) < 0; other = best[at - 1]) at -= 1;
    best.splice(at, 0, row);
    if (best.length <= size) continue;
    best.pop();
    more += 1;
  }
  return { rows: best, before, hasMore: more > 0 };
}
