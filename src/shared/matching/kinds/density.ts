import type { Dimension, Range } from '#shared/matching/profile.ts';
import type { Tuning } from '#shared/matching/tuning.ts';
import { bounded, type Kind } from './kind.ts';

/** A term never says more than this for or against an institution. */
const MOST = 2;
/** What it is worth that a stated range is met, or is not. */
const STATED = 1;
/** A band is looked at in so many places. */
const PLACES = 16;

interface Bell {
  readonly mean: number;
  readonly variance: number;
}

/** Amounts of the institution beside those of the market, as normal distributions of their logarithms. */
export const density: Kind = {
  compare({ range, needed = range }, setting) {
    const { key, evidence, market } = setting;
    const all = market.dimensions.get(evidence);
    const base = all && all.weight > 0 ? bellOf(all, setting.tuning) : undefined;
    const usual = base && range ? likelihood(base, range) : 0;
    return ({ profile, stated }) => {
      if (!range) return [];
      const done = profile.dimensions.get(evidence);
      const said = stated?.[key]?.range;
      const fits = said && needed ? (said.low <= needed.high && said.high >= needed.low ? STATED : -STATED) : 0;
      if (!base || !done || done.weight <= 0) return [fits];
      const bell = bellOf(done, setting.tuning, setting.tuning.pseudoAmounts * setting.scale, base);
      return [bounded(Math.log(likelihood(bell, range) / usual) + fits, -MOST, MOST)];
    };
  },
  sum: ([term = 0]) => term,
};

/** Mean and variance, drawn towards the base by observations of it. */
function bellOf({ weight, x, xx }: Dimension, tuning: Tuning, pseudo = 0, base: Bell = { mean: 0, variance: 0 }): Bell {
  const total = weight + pseudo;
  const mean = (x + pseudo * base.mean) / total;
  const square = (xx + pseudo * (base.variance + base.mean ** 2)) / total;
  return { mean, variance: Math.max(tuning.leastVariance, square - mean ** 2) };
}

/** How likely an amount is, or a band on the average over it; never 0. */
function likelihood({ mean, variance }: Bell, { low, high }: Range): number {
  const at = (x: number): number => Math.exp(-((x - mean) ** 2) / (2 * variance)) / Math.sqrt(variance);
  if (low === high) return at(low) + Number.MIN_VALUE;
  let sum = 0;
  for (let place = 0; place < PLACES; place += 1) sum += at(low + ((high - low) * (place + 0.5)) / PLACES);
  return sum / PLACES + Number.MIN_VALUE;
}

/** How much likelier an amount is among these than among those, as a logarithm. */
export const compareAmounts = (these: Dimension, those: Dimension, range: Range, tuning: Tuning): number =>
  Math.log(likelihood(bellOf(these, tuning), range) / likelihood(bellOf(those, tuning), range));

/** Where most amounts of a profile are, by itself: one deviation to each side. */
export function ownRange(dimension: Dimension | undefined): Range | undefined {
  if (!dimension || dimension.weight <= 0) return undefined;
  const mean = dimension.x / dimension.weight;
  const deviation = Math.sqrt(Math.max(0, dimension.xx / dimension.weight - mean ** 2));
  return { low: mean - deviation, high: mean + deviation };
}
