import type { MatchPair } from '#schemas/metadata/match-pair.ts';
import { compareAmounts } from './kinds/density.ts';
import { bounded, type Fact } from './kinds/kind.ts';
import { KINDS } from './kinds/registry.ts';
import type { Profile } from './profile.ts';
import type { Tuning } from './tuning.ts';

/** A term never says more than this for or against a round. */
const MOST = 2;

/** Deals of institutions beside rounds that were open to them. */
export interface Standing {
  readonly market: Profile;
  /** All rounds, each counted once however many invested in it. */
  readonly offered: Profile;
  readonly tuning: Tuning;
}

/**
 * How many more or fewer investors rounds with this fact find than others, as a logarithm. Values come together as they do for an
 * institution, so that naming everything gains nothing here either; an amount that is not named says something too.
 */
export function demandOf(pair: MatchPair, fact: Fact | undefined, { market, offered, tuning }: Standing): number {
  const evidence = pair.evidence ?? pair.subject;
  const [done, open] = [market.dimensions.get(evidence), offered.dimensions.get(evidence)];
  if (!done || !open || done.weight <= 0 || open.weight <= 0) return 0;
  if (pair.kind !== 'density')
    return KINDS[pair.kind].sum(
      (fact?.values ?? []).map(({ id }) =>
        ratio(done.cells.get(id) ?? 0, done.weight, open.cells.get(id) ?? 0, open.weight),
      ),
    );
  if (!fact?.range)
    return ratio(market.weight - done.weight, market.weight, offered.weight - open.weight, offered.weight);
  const named = ratio(done.weight, market.weight, open.weight, offered.weight);
  return named + bounded(compareAmounts(done, open, fact.range, tuning), -MOST, MOST);
}

const ratio = (deals: number, ofDeals: number, rounds: number, ofRounds: number): number =>
  deals > 0 && rounds > 0 ? bounded(Math.log(deals / ofDeals / (rounds / ofRounds)), -MOST, MOST) : 0;
