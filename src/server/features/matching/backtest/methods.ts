import type { Fact } from '#shared/matching/kinds/kind.ts';
import type { Known } from './replay.ts';
import type { Random } from '#sample/draw/random.ts';

/** Points for criteria that are met, as lists of investors are commonly ranked. */
const POINTS = { industry: 30, round: 25, region: 20, amount: 25 } as const;
/** Points at most for being active. */
const ACTIVITY_POINTS = 50;

/** What a ranking that others use needs to know. */
export interface Asked {
  readonly facts: Readonly<Record<string, Fact>>;
  readonly random: Random;
  /** Points of the candidates, in their order. */
  readonly points: readonly number[];
}

/** A ranking to be beaten: a score, and what decides between equal ones. */
export interface Method {
  readonly name: string;
  readonly score: (known: Known, asked: Asked, at: number) => number;
  readonly tie: (known: Known, asked: Asked) => number;
}

const done = (known: Known, key: string, fact: Fact | undefined): number =>
  known.profile.dimensions.get(key)?.cells.get(fact?.values?.[0]?.id ?? '') ?? 0;
const deals = ({ profile }: Known): number => profile.deals;
const chance = (_: Known, { random }: Asked): number => random();

/** Sector, stage, place (of a region the widest) and amount, each met when a deal of the past meets it. */
export function points(known: Known, facts: Asked['facts']): number {
  let sum = 0;
  for (const key of ['industry', 'round', 'region'] as const) if (done(known, key, facts[key]) > 0) sum += POINTS[key];
  const x = facts['amount']?.range?.low;
  return x !== undefined && x >= known.least && x <= known.most ? sum + POINTS.amount : sum;
}

const pointsOf: Method['score'] = (_, asked, at) => asked.points[at] ?? 0;

export const RIVALS: readonly Method[] = [
  { name: '随机', score: chance, tie: () => 0 },
  { name: '最活跃', score: deals, tie: chance },
  {
    name: '行业内最活跃',
    score: (known, { facts }) => done(known, 'industry', facts['industry']),
    tie: deals,
  },
  { name: '条件积分，同分随机', score: pointsOf, tie: chance },
  { name: '条件积分，同分按活跃', score: pointsOf, tie: deals },
  {
    name: '条件积分加活跃分',
    score: (known, asked, at) =>
      pointsOf(known, asked, at) + ACTIVITY_POINTS * Math.min(1, Math.log1p(deals(known)) / Math.log(100)),
    tie: deals,
  },
];
