import { type DayNumber, forwardWeight, quantized } from './clock.ts';

/** An amount, or a band of amounts, as log10. */
export interface Range {
  readonly low: number;
  readonly high: number;
}

/** What a deal is in one dimension: the options (of a tree, with those above), or an amount. Absent where it is not known. */
export interface DealFact {
  readonly values?: readonly string[];
  readonly range?: Range;
}

export interface Deal {
  readonly on: DayNumber;
  /** 1, and less for what is less sure: unverified, without a date. */
  readonly share: number;
  readonly facts: Readonly<Record<string, DealFact>>;
}

/** What deals weigh in one dimension: all of which it is known, those of each value, and sums of their amounts. */
export interface Dimension {
  readonly weight: number;
  readonly cells: ReadonlyMap<string, number>;
  readonly x: number;
  readonly xx: number;
}

/**
 * What deals add up to, with weights that are decayed forward: a deal is added or taken off, and time passing changes
 * nothing stored. The market is such a profile too.
 */
export interface Profile {
  readonly weight: number;
  readonly deals: number;
  readonly last: DayNumber | null;
  readonly dimensions: ReadonlyMap<string, Dimension>;
}

interface GrowingDimension extends Dimension {
  weight: number;
  readonly cells: Map<string, number>;
  x: number;
  xx: number;
}

export interface GrowingProfile extends Profile {
  weight: number;
  deals: number;
  last: DayNumber | null;
  readonly dimensions: Map<string, GrowingDimension>;
}

export const emptyProfile = (): GrowingProfile => ({ weight: 0, deals: 0, last: null, dimensions: new Map() });

function change(profile: GrowingProfile, deal: Deal, halfLife: number, sign: 1 | -1): void {
  const weight = quantized(forwardWeight(deal.on, halfLife) * deal.share);
  profile.weight += sign * weight;
  profile.deals += sign;
  for (const [name, { values, range }] of Object.entries(deal.facts)) {
    if (!range && !values?.length) continue;
    let dimension = profile.dimensions.get(name);
    if (!dimension) profile.dimensions.set(name, (dimension = { weight: 0, cells: new Map(), x: 0, xx: 0 }));
    dimension.weight += sign * weight;
    for (const value of new Set(values)) dimension.cells.set(value, (dimension.cells.get(value) ?? 0) + sign * weight);
    if (!range) continue;
    // A band is spread evenly over its width.
    const mean = (range.low + range.high) / 2;
    dimension.x += sign * quantized(weight * mean);
    dimension.xx += sign * quantized(weight * (mean ** 2 + (range.high - range.low) ** 2 / 12));
  }
}

export function addDeal(profile: GrowingProfile, deal: Deal, halfLife: number): void {
  change(profile, deal, halfLife, 1);
  profile.last = Math.max(deal.on, profile.last ?? deal.on);
}

/** Takes off a deal that was added; `last` is the day of the last deal that remains. */
export function removeDeal(profile: GrowingProfile, deal: Deal, halfLife: number, last: DayNumber | null): void {
  change(profile, deal, halfLife, -1);
  profile.last = last;
}

/** The profile of these deals as of a day; what is dated later counts nothing. */
export function profileOf(deals: readonly Deal[], today: DayNumber, halfLife: number): GrowingProfile {
  const profile = emptyProfile();
  for (const deal of deals) if (deal.on <= today) addDeal(profile, deal, halfLife);
  return profile;
}
