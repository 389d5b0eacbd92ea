import type { Currency } from '#schemas/metadata/field.ts';
import { addDays } from '#shared/time/days.ts';
import type { Amount, Place, Round } from './model.ts';
import { between, chance, logNormal, pickWeighted, type Random, roundAmount } from '#sample/draw/random.ts';

interface Rung {
  readonly round: string;
  /** Usual amount in CNY. */
  readonly median: number;
  /** How common the rung is beside its neighbours. */
  readonly weight: number;
  /** How often a company that reached it raises again. */
  readonly onward: number;
  /** Percent of the company sold, from and to. */
  readonly share: readonly [number, number];
}

const LADDER: readonly Rung[] = [
  { round: '种子轮', median: 2e6, weight: 3, onward: 0.62, share: [5, 12] },
  { round: '天使轮', median: 7e6, weight: 9, onward: 0.6, share: [8, 18] },
  { round: '天使+轮', median: 1.1e7, weight: 1.2, onward: 0.66, share: [6, 14] },
  { round: 'Pre-A轮', median: 1.8e7, weight: 5, onward: 0.66, share: [8, 16] },
  { round: 'A轮', median: 4e7, weight: 9, onward: 0.6, share: [10, 20] },
  { round: 'A+轮', median: 5e7, weight: 3, onward: 0.64, share: [6, 14] },
  { round: 'Pre-B轮', median: 7e7, weight: 1.5, onward: 0.7, share: [5, 12] },
  { round: 'B轮', median: 1.2e8, weight: 6, onward: 0.6, share: [8, 16] },
  { round: 'B+轮', median: 1.5e8, weight: 2, onward: 0.62, share: [5, 12] },
  { round: 'C轮', median: 2.8e8, weight: 4, onward: 0.55, share: [6, 14] },
  { round: 'C+轮', median: 3.2e8, weight: 1, onward: 0.6, share: [4, 10] },
  { round: 'D轮', median: 5.5e8, weight: 2, onward: 0.55, share: [4, 12] },
  { round: 'E轮', median: 9e8, weight: 1, onward: 0.5, share: [3, 8] },
  { round: 'Pre-IPO', median: 8e8, weight: 1.2, onward: 0, share: [3, 8] },
];

/** CNY for one unit, near enough for choosing how large an amount is. */
const ROUGH_RATES: Readonly<Partial<Record<Currency, number>>> = {
  USD: 7,
  HKD: 0.9,
  EUR: 7.8,
  GBP: 9,
  SGD: 5.2,
  JPY: 0.05,
  CAD: 5.2,
  AUD: 4.8,
};

const BANDS: readonly (readonly [from: number, band: string])[] = [
  [1e9, '数十亿'],
  [2e8, '数亿'],
  [1e8, '亿元及以上'],
  [1e7, '数千万'],
  [1e6, '数百万'],
  [0, '数十万'],
];

/** The band that an amount falls into, in units of its own currency. */
const bandOf = (num: number): string => BANDS.find(([from]) => num >= from)?.[1] ?? '未透露';

function currencyOf(random: Random, place: Place, median: number): Currency {
  if (place.currency) return place.currency;
  if (place.name === '香港') return chance(random, 0.5) ? 'HKD' : 'USD';
  return chance(random, median > 1e8 ? 0.22 : 0.1) ? 'USD' : 'CNY';
}

/** Nearly half of all amounts are published exactly, a third as a band, the rest not at all. */
function amountOf(random: Random, place: Place, median: number): Amount {
  const currency = currencyOf(random, place, median);
  const num = roundAmount(logNormal(random, median, 0.55) / (ROUGH_RATES[currency] ?? 1));
  const known = random();
  if (known < 0.47) return { num, currency };
  return known < 0.8 ? { band: bandOf(num), currency } : { band: '未透露' };
}

function round(random: Random, rung: Rung, day: string, place: Place): Round {
  const [low, high] = rung.share;
  const share = chance(random, 0.45) ? low + random() * (high - low) : undefined;
  return { round: rung.round, day, amount: amountOf(random, place, rung.median), share };
}

const event = (name: string, day: string, amount: Amount): Round => ({ round: name, day, amount, share: undefined });

/** How a company's financing may end: strategic money, a sale, a listing. Later companies list, earlier ones are sold. */
function ending(random: Random, reached: number, last: string, place: Place): Round | undefined {
  const day = addDays(last, between(random, 200, 700));
  const dice = random();
  if (reached >= 9 && dice < 0.3)
    return event('IPO上市', day, { num: roundAmount(logNormal(random, 1.1e9, 0.5)), currency: 'CNY' });
  if (dice < 0.36 && dice > 0.3) return event('被收购', day, amountOf(random, place, 4e8));
  if (dice > 0.88) return event('战略投资', day, amountOf(random, place, 9e7));
  return dice > 0.86 ? event('股权转让', day, amountOf(random, place, 6e7)) : undefined;
}

/** The financing of one company from its founding to `today`, oldest first; some never raise. */
export function raise(random: Random, founded: string, today: string, place: Place): Round[] {
  const rounds: Round[] = [];
  if (chance(random, 0.06)) return rounds;
  let at = LADDER.indexOf(pickWeighted(random, LADDER.slice(0, 5), ({ weight }) => weight));
  let day = addDays(founded, between(random, 60, 500));
  while (day <= today) {
    const rung = LADDER[at];
    if (!rung) break;
    rounds.push(round(random, rung, day, place));
    const above = LADDER.slice(at + 1, at + 4);
    if (above.length === 0 || !chance(random, rung.onward + 0.02)) break;
    at = LADDER.indexOf(pickWeighted(random, above, ({ weight }) => weight));
    day = addDays(day, between(random, 180, 640));
  }
  const last = rounds.at(-1);
  const end = last && ending(random, at, last.day, place);
  return end && end.day <= today ? [...rounds, end] : rounds;
}

/** The rounds that a company may look for after `reached`, nearest first. */
export function nextRounds(reached: string | undefined): string[] {
  const at = LADDER.findIndex(({ round: name }) => name === reached);
  return LADDER.slice(at + 1, at + 3).map(({ round: name }) => name);
}

/** Usual amount of a round in CNY. */
export const usualAmount = (name: string): number => LADDER.find(({ round: rung }) => rung === name)?.median ?? 5e7;
