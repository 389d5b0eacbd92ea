import { describe, expect, test } from 'vitest';
import { pick, type Random, seededRandom, shuffled } from '#sample/draw/random.ts';
import { addDeal, type Deal, profileOf, removeDeal } from '#shared/matching/profile.ts';
import { byScore, decimalOf, type Part, scorerOf } from '#shared/matching/score.ts';
import { TUNING } from '#shared/matching/tuning.ts';
import { Decimal } from 'decimal.js';
import {
  generatedFacts,
  generatedMarket,
  PAIRS,
  queryOf,
  TODAY,
  TRACKS,
  withDeal,
} from '#tests/support/matching/generated-market.ts';

const CASES = 200;
const HALF_LIFE = TUNING.halfLife;

/** Runs a check for many made-up markets, each with a project. */
function forEachCase(
  check: (made: ReturnType<typeof generatedMarket>, facts: ReturnType<typeof generatedFacts>, random: Random) => void,
): void {
  for (let seed = 1; seed <= CASES; seed += 1) {
    const random = seededRandom(seed);
    check(generatedMarket(random), generatedFacts(random), random);
  }
}

const partOf = (parts: readonly Part[], key: string): Part | undefined => parts.find((part) => part.key === key);

test('contributions add up to the score exactly, as decimals', () => {
  forEachCase(({ market, institutions }, facts) => {
    const scorer = scorerOf(queryOf(market, facts));
    for (const institution of institutions) {
      const parts = scorer.parts(institution);
      const sum = parts.reduce((total, { units }) => total.plus(decimalOf(units)), new Decimal(0));
      expect(sum.toFixed()).toBe(decimalOf(scorer.score(institution).units));
    }
  });
});

test('a fact taken away moves the score by its own contribution and nothing else', () => {
  forEachCase(({ market, institutions }, facts) => {
    for (const key of Object.keys(facts)) {
      const { [key]: _, ...rest } = facts;
      const [whole, less] = [scorerOf(queryOf(market, facts)), scorerOf(queryOf(market, rest))];
      for (const institution of institutions) {
        const own = partOf(whole.parts(institution), key)?.units ?? 0;
        expect(whole.score(institution).units - less.score(institution).units).toBe(own);
      }
    }
  });
});

test('an institution without deals that states nothing is neither near to a project nor far from it', () => {
  forEachCase(({ market }, facts) => {
    const parts = scorerOf(queryOf(market, facts)).parts({ id: '9', profile: profileOf([], TODAY, HALF_LIFE) });
    expect(parts.filter(({ pair }) => pair).map(({ units }) => units)).toEqual(Object.keys(facts).map(() => 0));
  });
});

describe('one more deal', () => {
  const dealLike = (facts: ReturnType<typeof generatedFacts>): Deal => ({
    on: TODAY,
    share: 1,
    facts: Object.fromEntries(
      PAIRS.map(({ subject, evidence = subject }) => {
        const { values, range } = facts[subject] ?? {};
        return [evidence, { ...(values && { values: values.map(({ id }) => id) }), ...(range && { range }) }];
      }),
    ),
  });

  test('that equals the subject in everything never lowers the institution', () => {
    forEachCase(({ market, institutions }, facts) => {
      const scorer = scorerOf(queryOf(market, facts));
      for (const institution of institutions) {
        const more = { ...institution, profile: withDeal(institution.own, dealLike(facts)) };
        expect(scorer.score(more).units).toBeGreaterThanOrEqual(scorer.score(institution).units);
      }
    });
  });

  test('in another industry never raises what the industry is worth', () => {
    forEachCase(({ market, institutions }, facts) => {
      const scorer = scorerOf(queryOf(market, { ...facts, industry: { values: [{ id: 'branch 0', label: '' }] } }));
      const other: Deal = { on: TODAY, share: 1, facts: { industry: { values: ['branch 1', 'branch 1 leaf 0'] } } };
      for (const institution of institutions) {
        const more = { ...institution, profile: withDeal(institution.own, other) };
        const [before, after] = [institution, more].map((one) => partOf(scorer.parts(one), 'industry')?.units ?? 0);
        expect(after).toBeLessThanOrEqual(before ?? 0);
      }
    });
  });
});

test('every deal counted twice leaves what is compared with the market as it is, without deals of the market beside them', () => {
  const tuning = { ...TUNING, pseudoDeals: 0 };
  forEachCase(({ market, institutions }, facts) => {
    const scorer = scorerOf(queryOf(market, facts, {}, tuning));
    for (const { id, own, profile } of institutions) {
      const twice = profileOf([...own, ...own], TODAY, HALF_LIFE);
      for (const key of ['industry', 'tracks', 'region', 'state'])
        expect(partOf(scorer.parts({ id, profile: twice }), key)?.units).toBe(
          partOf(scorer.parts({ id, profile }), key)?.units,
        );
    }
  });
});

test('the order in which deals arrive changes no profile by a bit', () => {
  forEachCase(({ deals, market }, _, random) => {
    expect(profileOf(shuffled(random, deals), TODAY, HALF_LIFE)).toEqual(market);
  });
});

test('deals of later days change nothing today', () => {
  forEachCase(({ deals, market }) => {
    const later = deals.map((deal) => ({ ...deal, on: TODAY + 1 + Math.abs(deal.on % 400) }));
    expect(profileOf([...deals, ...later], TODAY, HALF_LIFE)).toEqual(market);
  });
});

test('a deal that is added and taken off again leaves all weights as they were', () => {
  forEachCase(({ deals }, facts, random) => {
    const one = pick(random, [...deals, { on: TODAY, share: 1, facts: {} }]);
    const before = profileOf(deals, TODAY, HALF_LIFE);
    const after = profileOf(deals, TODAY, HALF_LIFE);
    addDeal(after, one, HALF_LIFE);
    removeDeal(after, one, HALF_LIFE, before.last);
    expect(after).toEqual(before);
  });
});

describe('a project tagged with everything', () => {
  const tags = (names: readonly string[]) => ({ tracks: { values: names.map((id) => ({ id, label: id })) } });
  const worth = ({ market, institutions }: ReturnType<typeof generatedMarket>, names: readonly string[]): number[] => {
    const scorer = scorerOf(queryOf(market, tags(names)));
    return institutions.map((one) => partOf(scorer.parts(one), 'tracks')?.sum ?? 0);
  };

  test('is worth no more to an institution than the one tag that it is best in', () => {
    forEachCase((made) => {
      const all = worth(made, TRACKS);
      const each = TRACKS.map((tag) => worth(made, [tag]));
      all.forEach((sum, at) => expect(sum).toBeLessThanOrEqual(Math.max(...each.map((sums) => sums[at] ?? 0))));
    });
  });

  test('gains no more than .2 over its true tags on average of those who do them', () => {
    const gains: number[] = [];
    forEachCase((made) => {
      const all = worth(made, TRACKS);
      made.institutions.forEach(({ own }, at) => {
        for (const deal of own) gains.push((all[at] ?? 0) - (worth(made, deal.facts['tracks']?.values ?? [])[at] ?? 0));
      });
    });
    expect(gains.reduce((sum, gain) => sum + gain, 0) / gains.length).toBeLessThan(0.2);
  });
});

test('equal scores are ordered by deals to go by, then by id, the same whatever comes first', () => {
  const rows = [
    { id: '2', units: 5, deals: 1 },
    { id: '1', units: 5, deals: 1 },
    { id: '3', units: 5, deals: 9 },
    { id: '4', units: 6, deals: 0 },
  ];
  for (let seed = 1; seed <= 20; seed += 1)
    expect(
      shuffled(seededRandom(seed), rows)
        .toSorted(byScore)
        .map(({ id }) => id),
    ).toEqual(['4', '3', '1', '2']);
});

test('a slider at 0 takes its criterion out, and at 2 doubles it', () => {
  forEachCase(({ market, institutions }, facts) => {
    for (const institution of institutions) {
      const [none, once, twice] = ([0, 1, 2] as const).map(
        (slider) => scorerOf(queryOf(market, facts, { sliders: { region: slider } })).score(institution).units,
      );
      // A contribution is rounded to a whole unit.
      expect(Math.abs((twice ?? 0) - 2 * (once ?? 0) + (none ?? 0))).toBeLessThanOrEqual(1);
      const { region: _, ...rest } = facts;
      expect(none).toBe(scorerOf(queryOf(market, rest)).score(institution).units);
    }
  });
});

test('the order of who fits best leaves out how active and how quick an institution is', () => {
  const { market, institutions } = generatedMarket(seededRandom(3));
  const keys = scorerOf(queryOf(market, {}, { order: 'fitting' })).parts(
    institutions[0] ?? { id: '', profile: market },
  );
  expect(keys.map(({ key }) => key)).toEqual(['exposure']);
});

test.each([
  [0, '0'],
  [1, '0.000000001'],
  [-1_420_000_000, '-1.42'],
  [10_000_000_000, '10'],
])('%d billionths are %s', (units, text) => {
  expect(decimalOf(units)).toBe(text);
});
