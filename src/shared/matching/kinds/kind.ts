import type { DayNumber } from '#shared/matching/clock.ts';
import type { Profile, Range } from '#shared/matching/profile.ts';
import type { Tuning } from '#shared/matching/tuning.ts';

/** A value with the word that users read. */
export interface Value {
  readonly id: string;
  readonly label: string;
}

/** What the subject says for one criterion; absent altogether where it says nothing. */
export interface Fact {
  /** Of a tree the path to the option, the widest first; of a set all options; of a flag what is accepted. */
  readonly values?: readonly Value[];
  /** Of a density: the amount or band that deals are compared with. */
  readonly range?: Range;
  /** Of a density: what the stated range is to meet, where that is not `range` itself (a cheque is part of a round). */
  readonly needed?: Range;
  /** Of a network: who is there already, with the weight of their deals. */
  readonly members?: readonly (Value & { readonly weight: number })[];
  /** What a user reads of it, e.g. 2 亿元. */
  readonly label?: string;
}

/** What an institution says that it looks for. */
export interface Stated {
  /** Paths to options, each the widest first. */
  readonly paths?: readonly (readonly string[])[];
  readonly range?: Range;
  readonly label?: string;
  /** The day that it was last confirmed. */
  readonly on: DayNumber;
}

/** First contacts that were made, and those that were answered: how many, and with what they weigh by their age. */
export interface Contacts {
  readonly asked: number;
  readonly answered: number;
  readonly askedWeight: number;
  readonly answeredWeight: number;
}

/** A side of a match that has deals. */
export interface Institution {
  readonly id: string;
  readonly profile: Profile;
  /** By key of the criterion. */
  readonly stated?: Readonly<Record<string, Stated>>;
  /** Weight of the companies held together with another institution. */
  readonly joint?: (id: string) => number;
  /** First contacts on this platform; absent where they are too few to say anything. */
  readonly contacts?: Contacts;
  /** Lists of the last 30 days in whose first 20 places it was shown, one for each asker and day. */
  readonly shown?: number;
}

/** What a criterion is judged by beside the two sides. */
export interface Setting {
  readonly key: string;
  /** The dimension of profiles. */
  readonly evidence: string;
  readonly market: Profile;
  readonly today: DayNumber;
  /** What a deal of today weighs: stored weights divided by it are numbers of deals. */
  readonly scale: number;
  readonly tuning: Tuning;
}

/** A way in which a field of the subject and deals are compared. Adding one is adding a file. */
export interface Kind {
  /**
   * Prepares the comparison with one subject. Its answer for an institution is a term for each value of the subject, 0 where
   * nothing is known; what they come to is `sum` of them.
   */
  readonly compare: (fact: Fact, setting: Setting) => (institution: Institution) => readonly number[];
  readonly sum: (terms: readonly number[]) => number;
}

export const bounded = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));

/** Deals that what was stated still counts as: all of them for a time, then half after each such time. */
export function statedDeals(stated: Stated, { today, tuning }: Setting): number {
  const late = Math.max(0, ((today - stated.on) * 12) / 365.25 - tuning.statedMonths);
  return tuning.statedDeals * 2 ** (-late / tuning.statedMonths);
}
