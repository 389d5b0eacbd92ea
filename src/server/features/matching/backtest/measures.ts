import type { Random } from '#sample/draw/random.ts';

/** What one query came to: places of the true ones among all candidates, from 1. */
export interface Outcome {
  readonly places: readonly number[];
  readonly candidates: number;
}

export interface Figures {
  readonly queries: number;
  readonly hit10: number;
  readonly hit20: number;
  readonly hit50: number;
  readonly mrr: number;
  readonly auc: number;
}

export const hitAt = ({ places }: Outcome, k: number): number => Number(places.some((place) => place <= k));
const best = ({ places }: Outcome): number => 1 / Math.min(...places);

/** How often a true one is before a candidate that is not. */
function aucOf({ places, candidates }: Outcome): number {
  const others = candidates - places.length;
  if (others === 0) return 1;
  const sum = places.reduce((total, place) => total + place, 0);
  return 1 - (sum - (places.length * (places.length + 1)) / 2) / (places.length * others);
}

const mean = <T>(list: readonly T[], of: (entry: T) => number): number =>
  list.length === 0 ? 0 : list.reduce((sum, entry) => sum + of(entry), 0) / list.length;

export const figuresOf = (outcomes: readonly Outcome[]): Figures => ({
  queries: outcomes.length,
  hit10: mean(outcomes, (outcome) => hitAt(outcome, 10)),
  hit20: mean(outcomes, (outcome) => hitAt(outcome, 20)),
  hit50: mean(outcomes, (outcome) => hitAt(outcome, 50)),
  mrr: mean(outcomes, best),
  auc: mean(outcomes, aucOf),
});

const SAMPLES = 1000;

/** The middle 95 % of the mean of values that are drawn again from themselves. */
export function intervalOf(values: readonly number[], random: Random): readonly [low: number, high: number] {
  const means = Array.from({ length: SAMPLES }, () => {
    let sum = 0;
    for (let left = values.length; left > 0; left -= 1) sum += values[Math.floor(random() * values.length)] ?? 0;
    return values.length === 0 ? 0 : sum / values.length;
  }).toSorted((one, other) => one - other);
  const at = (share: number): number => means[Math.min(SAMPLES - 1, Math.floor(share * SAMPLES))] ?? 0;
  return [at(0.025), at(0.975)];
}

/** How unequally these are shared out: 0 all the same, towards 1 all to one. */
export function gini(counts: readonly number[]): number {
  const sorted = counts.toSorted((one, other) => one - other);
  const total = sorted.reduce((sum, count) => sum + count, 0);
  if (total === 0) return 0;
  const weighted = sorted.reduce((sum, count, place) => sum + (place + 1) * count, 0);
  return (2 * weighted) / (sorted.length * total) - (sorted.length + 1) / sorted.length;
}
