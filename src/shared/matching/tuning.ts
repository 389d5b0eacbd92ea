import type { MatchPair } from '#schemas/metadata/match-pair.ts';

/** The constants of the score; docs/matching.md says what each was measured to be worth. */
export interface Tuning {
  /** Months in which the weight of a deal halves. */
  readonly halfLife: number;
  /** Deals of the market that every institution is given beside its own. */
  readonly pseudoDeals: number;
  /** Deals that a stated thesis counts as, and months until that halves, again and again. */
  readonly statedDeals: number;
  readonly statedMonths: number;
  /** Observations of the market that each institution is given beside its own amounts, and the least variance of log10. */
  readonly pseudoAmounts: number;
  readonly leastVariance: number;
  /** What institutions are judged by whatever the subject is, and projects for all institutions alike. */
  readonly weights: Readonly<Record<ConstantKey | ProjectKey, number>>;
}

/** Criteria that every institution has, without a field of the subject. */
export type ConstantKey = 'activity' | 'recency' | 'reply' | 'exposure';

/** Criteria that every project has among others: investors that rounds like it find, and those that it has. */
export type ProjectKey = 'demand' | 'crowd';

/** First contacts below which nothing is said of how often they are answered. */
export const LEAST_CONTACTS = 10;

export const TUNING: Tuning = {
  halfLife: 24,
  pseudoDeals: 10,
  statedDeals: 3,
  statedMonths: 24,
  pseudoAmounts: 3,
  leastVariance: 0.05,
  weights: { activity: 0.8, recency: 0.5, reply: 0.3, exposure: 0.5, demand: 1, crowd: 0.5 },
};

/** Weights of pairs by kind, for metadata that names none better. Each level of a tree has the weight. */
export const PAIR_WEIGHTS = { tree: 0.5, set: 0.5, density: 0.75, flag: 1, network: 2.5 } as const satisfies Readonly<
  Record<MatchPair['kind'], number>
>;
