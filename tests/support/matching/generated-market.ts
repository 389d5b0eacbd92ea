import type { MatchPair } from '#schemas/metadata/match-pair.ts';
import { between, chance, pick, pickSome, type Random } from '#sample/draw/random.ts';
import { dayNumber } from '#shared/matching/clock.ts';
import type { Contacts, Fact, Institution, Stated } from '#shared/matching/kinds/kind.ts';
import { addDeal, type Deal, emptyProfile, type Profile, profileOf } from '#shared/matching/profile.ts';
import type { Query } from '#shared/matching/score.ts';
import { PAIR_WEIGHTS, TUNING, type Tuning } from '#shared/matching/tuning.ts';

export const TODAY = dayNumber('2026-11-23');

export const PAIRS: readonly MatchPair[] = [
  { subject: 'industry', kind: 'tree', weight: PAIR_WEIGHTS.tree },
  { subject: 'tracks', kind: 'set', weight: PAIR_WEIGHTS.set },
  { subject: 'region', evidence: 'city', kind: 'tree', weight: PAIR_WEIGHTS.tree },
  { subject: 'amount', kind: 'density', weight: PAIR_WEIGHTS.density },
  { subject: 'state', kind: 'flag', weight: PAIR_WEIGHTS.flag },
  { subject: 'holders', kind: 'network', weight: PAIR_WEIGHTS.network },
];

export const TRACKS = Array.from({ length: 12 }, (_, at) => `track ${at}`);
const branch = (random: Random): string => `branch ${between(random, 0, 3)}`;
const path = (random: Random): string[] => {
  const top = branch(random);
  return [top, `${top} leaf ${between(random, 0, 4)}`];
};
const values = (ids: readonly string[]) => ids.map((id) => ({ id, label: id }));

export interface GeneratedMarket {
  readonly deals: readonly Deal[];
  readonly market: Profile;
  readonly institutions: readonly (Institution & { readonly own: readonly Deal[] })[];
}

const dealOf = (random: Random): Deal => {
  const low = 5 + random() * 4;
  return {
    on: TODAY - between(random, 0, 2500),
    share: chance(random, 0.2) ? 0.5 : 1,
    facts: {
      industry: chance(random, 0.1) ? {} : { values: path(random) },
      tracks: { values: pickSome(random, TRACKS, between(random, 1, 3)) },
      city: { values: path(random) },
      ...(chance(random, 0.8) && { amount: { range: { low, high: low + (chance(random, 0.3) ? 1 : 0) } } }),
      state: { values: [chance(random, 0.3) ? 'yes' : 'no'] },
    },
  };
};

const statedOf = (random: Random): Record<string, Stated> => {
  const on = TODAY - between(random, 0, 2000);
  const low = 5 + random() * 3;
  return {
    ...(chance(random, 0.5) && { industry: { on, paths: [path(random), [branch(random)]] } }),
    ...(chance(random, 0.3) && { amount: { on, range: { low, high: low + 1 } } }),
    ...(chance(random, 0.3) && { state: { on, paths: [['yes']] } }),
  };
};

/** A market of made-up deals, each with its institution; every institution also has joint companies with some others. */
export function generatedMarket(random: Random): GeneratedMarket {
  const own = Array.from({ length: between(random, 3, 8) }, () =>
    Array.from({ length: between(random, 0, 14) }, () => dealOf(random)),
  );
  const deals = own.flat();
  const institutions = own.map((list, at) => ({
    id: String(at + 1),
    own: list,
    profile: profileOf(list, TODAY, TUNING.halfLife),
    stated: statedOf(random),
    joint: (other: string): number => (Number(other) + at) % 3,
    contacts: contactsOf(10, between(random, 0, 10)),
    shown: between(random, 0, 40),
  }));
  return { deals, market: profileOf(deals, TODAY, TUNING.halfLife), institutions };
}

/** What a made-up project says; each fact is absent now and then. */
export function generatedFacts(random: Random): Record<string, Fact> {
  const x = 5 + random() * 4;
  const all: Record<string, Fact> = {
    industry: { values: values(path(random)) },
    tracks: { values: values(pickSome(random, TRACKS, between(random, 1, 4))) },
    region: { values: values(path(random)) },
    amount: { range: { low: x, high: x } },
    state: { values: values([pick(random, ['yes', 'no'])]) },
    holders: { members: [{ id: '2', label: 'two', weight: 5 }] },
  };
  return Object.fromEntries(Object.entries(all).filter(() => chance(random, 0.85)));
}

export const queryOf = (
  market: Profile,
  facts: Readonly<Record<string, Fact>>,
  more: Partial<Query> = {},
  tuning: Tuning = TUNING,
): Query => ({ pairs: PAIRS, facts, market, today: TODAY, tuning, order: 'likely', ...more });

/** The profile with one more deal. */
export function withDeal(deals: readonly Deal[], deal: Deal): Profile {
  const profile = emptyProfile();
  for (const one of [...deals, deal]) addDeal(profile, one, TUNING.halfLife);
  return profile;
}

/** First contacts of today. */
const contactsOf = (asked: number, answered: number): Contacts => ({
  asked,
  answered,
  askedWeight: asked,
  answeredWeight: answered,
});
