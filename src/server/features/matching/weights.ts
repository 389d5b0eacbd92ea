import type { MatchList, Weights } from '#schemas/api/match-lists.ts';
import type { MatchPair } from '#schemas/metadata/match-pair.ts';
import { CONSTANT_LABELS } from './explained.ts';

const MOST = 2;
const STEPS = 2;
const ENTRY = /^([$A-Za-z0-9]{1,41})=([0-9](?:\.5)?)$/;

/** Weights as a mandate keeps them, each as `industry=1.5`; entries that say nothing are left out. */
export function readWeights(entries: readonly string[] = []): Weights {
  return Object.fromEntries(
    entries.flatMap((entry): [string, number][] => {
      const [, key, value] = ENTRY.exec(entry) ?? [];
      return key !== undefined && Number(value) <= MOST ? [[key, Math.round(Number(value) * STEPS) / STEPS]] : [];
    }),
  );
}

/** Criteria that users may weigh, with what is made of each; a weight of what is no criterion any more weighs nothing. */
export function weighed(
  pairs: readonly MatchPair[],
  constants: readonly (keyof typeof CONSTANT_LABELS)[],
  labels: Readonly<Record<string, string>>,
  weights: Weights = {},
): MatchList['weights'] {
  const each = [
    ...pairs.map(({ subject, label }) => ({ key: subject, label: labels[subject] ?? label ?? subject })),
    ...constants.map((key) => ({ key, label: CONSTANT_LABELS[key] })),
  ];
  return each.map(({ key, label }) => ({ key, label, weight: weights[key] ?? 1 }));
}

export const slidersOf = (weights: MatchList['weights']): Record<string, number> =>
  Object.fromEntries(weights.map(({ key, weight }) => [key, weight]));
