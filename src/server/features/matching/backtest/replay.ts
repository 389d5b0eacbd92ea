import { type DayNumber, forwardWeight, quantized } from '#shared/matching/clock.ts';
import type { Fact, Institution } from '#shared/matching/kinds/kind.ts';
import { addDeal, emptyProfile, type GrowingProfile } from '#shared/matching/profile.ts';
import type { Tuning } from '#shared/matching/tuning.ts';
import { earlierFact, type Round, repeats } from './history.ts';

/** An institution as it is known at one moment of the replay. */
export interface Known extends Institution {
  readonly profile: GrowingProfile;
  shown: number;
  /** Least and greatest amount of its rounds, as log10. */
  least: number;
  most: number;
  /** The least cheque that its rounds give reason to believe in, as log10: its part of each where all paid the same. */
  leastCheque: number;
  /** Rounds whose amount is known. */
  amounts: number;
}

const ACTIVE_DAYS = 5 * 365.25;
const LEAST_DEALS = 2;
/** A further round of a company that is held says less of what is looked for than the first. */
const FOLLOW_ON = 0.5;

/** What is known of all deals up to a day: rounds are added in their order, and nothing later is ever there. */
export class Knowledge {
  readonly market: GrowingProfile = emptyProfile();
  /** Rounds, each counted once. */
  readonly offered: GrowingProfile = emptyProfile();
  readonly #tuning: Tuning;
  readonly #known = new Map<string, Known>();
  readonly #holders = new Map<string, Set<string>>();
  readonly #rounds = new Map<string, Round[]>();

  constructor(tuning: Tuning) {
    this.#tuning = tuning;
  }

  add(round: Round): void {
    const { company, deal } = round;
    const before = this.#rounds.get(company) ?? [];
    const repeated = new Set(before.filter((one) => repeats(round, one)).flatMap((one) => one.investors));
    this.#rounds.set(company, [...before, round]);
    addDeal(this.offered, deal, this.#tuning.halfLife);
    const holders = this.#holders.get(company) ?? new Set<string>();
    this.#holders.set(company, holders);
    const joint = quantized(forwardWeight(deal.on, this.#tuning.halfLife));
    for (const name of round.investors) {
      const known = this.#institution(name);
      const isFirst = !holders.has(name);
      if (isFirst) {
        for (const other of holders) this.#join(name, other, joint);
        holders.add(name);
      }
      if (repeated.has(name)) continue;
      const counted = isFirst ? deal : { ...deal, share: deal.share * FOLLOW_ON };
      addDeal(known.profile, counted, this.#tuning.halfLife);
      addDeal(this.market, counted, this.#tuning.halfLife);
      const x = deal.facts['amount']?.range?.low;
      if (x === undefined) continue;
      known.least = Math.min(known.least, x);
      known.most = Math.max(known.most, x);
      known.amounts += 1;
      known.leastCheque = Math.min(known.leastCheque, x - Math.log10(round.investors.length));
    }
  }

  /** Institutions that can be recommended: active of late, with more than one deal. In the order of their names. */
  candidates(today: DayNumber): Known[] {
    return [...this.#known.values()]
      .filter(({ profile: { deals, last } }) => deals >= LEAST_DEALS && last !== null && today - last <= ACTIVE_DAYS)
      .toSorted((one, other) => (one.id < other.id ? -1 : 1));
  }

  holders(company: string): ReadonlySet<string> {
    return this.#holders.get(company) ?? new Set();
  }

  /** What a query about a round says: the round, and who holds the company by then. */
  factsOf(round: Round): Readonly<Record<string, Fact>> {
    const members = [...this.holders(round.company)].map((id) => ({
      id,
      label: id,
      weight: this.#institution(id).profile.weight,
    }));
    const earlier = this.#rounds.get(round.company)?.length ?? 0;
    return { ...round.facts, earlier: earlierFact(earlier), ...(members.length > 0 && { holders: { members } }) };
  }

  readonly #joint = new Map<string, Map<string, number>>();

  #join(one: string, other: string, weight: number): void {
    for (const [from, to] of [
      [one, other],
      [other, one],
    ] as const) {
      const of = this.#joint.get(from) ?? new Map<string, number>();
      this.#joint.set(from, of.set(to, (of.get(to) ?? 0) + weight));
    }
  }

  #institution(id: string): Known {
    const found = this.#known.get(id);
    if (found) return found;
    const joint = (other: string): number => this.#joint.get(id)?.get(other) ?? 0;
    const made: Known = {
      id,
      profile: emptyProfile(),
      joint,
      shown: 0,
      least: Infinity,
      most: -Infinity,
      amounts: 0,
      leastCheque: Infinity,
    };
    this.#known.set(id, made);
    return made;
  }
}
