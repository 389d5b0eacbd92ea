import { describe, expect, test } from 'vitest';
import { seededRandom } from '#sample/draw/random.ts';
import { explain } from '#shared/matching/explain.ts';
import type { Fact } from '#shared/matching/kinds/kind.ts';
import { type Deal, profileOf } from '#shared/matching/profile.ts';
import { decimalOf, type Part, scorerOf } from '#shared/matching/score.ts';
import { TUNING } from '#shared/matching/tuning.ts';
import { Decimal } from 'decimal.js';
import { generatedFacts, generatedMarket, queryOf, TODAY } from '#tests/support/matching/generated-market.ts';

const many = (count: number, tags: readonly string[], amount?: number): Deal[] =>
  Array.from({ length: count }, () => ({
    on: TODAY,
    share: 1,
    facts: {
      tracks: { values: tags },
      ...(amount !== undefined && { amount: { range: { low: amount, high: amount } } }),
    },
  }));
const sum = (deals: readonly Deal[]) => profileOf(deals, TODAY, TUNING.halfLife);
const tagged = (...names: string[]): Record<string, Fact> => ({
  tracks: { values: names.map((id) => ({ id, label: id })) },
});

/** Ten rounds of each of two tracks; those of chips had three investors each, those of games one. */
const offered = sum([...many(10, ['chips'], 8), ...many(10, ['games'])]);
const market = sum([...many(30, ['chips'], 8), ...many(10, ['games'])]);
const newcomer = { id: '9', profile: sum([]) };
const partOf = (facts: Record<string, Fact>, key: string): Part | undefined =>
  scorerOf(queryOf(market, facts, { offered }))
    .parts(newcomer)
    .find((part) => part.key === key);
const demand = (facts: Record<string, Fact>): number => partOf(facts, 'demand')?.sum ?? Number.NaN;
const holders = (count: number): Record<string, Fact> => ({
  holders: { members: Array.from({ length: count }, (_, at) => ({ id: `h${at}`, label: `h${at}`, weight: 4 })) },
});

describe('where projects are compared for one institution', () => {
  test('those of a kind that finds more investors a round come first', () => {
    const silent = demand({});
    expect(demand(tagged('chips')) - silent).toBeCloseTo(0.5 * Math.log(30 / 40 / (10 / 20)), 9);
    expect(demand(tagged('games')) - silent).toBeCloseTo(0.5 * Math.log(10 / 40 / (10 / 20)), 9);
  });

  test('an amount that is not named says what such rounds found', () => {
    expect(demand({})).toBeCloseTo(0.75 * Math.log(10 / 40 / (10 / 20)), 9);
    expect(demand({ amount: { range: { low: 8, high: 8 } } })).toBeCloseTo(0.75 * Math.log(30 / 40 / (10 / 20)), 9);
  });

  test('naming every track gains nothing over the best of them', () => {
    expect(demand(tagged('chips', 'games'))).toBeLessThan(demand(tagged('chips')));
  });

  test('a slider at 0 takes the criterion out of demand too', () => {
    const query = queryOf(market, tagged('chips'), { offered, sliders: { tracks: 0 } });
    const part = scorerOf(query)
      .parts(newcomer)
      .find(({ key }) => key === 'demand');
    expect(part?.sum).toBe(demand({}));
  });

  test('holders that the institution never met weigh against a project, each further one less', () => {
    const [none, one, two] = [0, 1, 2].map((count) => partOf(holders(count), 'crowd')?.units ?? Number.NaN);
    expect(none).toBe(0);
    expect(one).toBeLessThan(0);
    expect(two).toBeLessThan(one ?? 0);
    expect((one ?? 0) - (two ?? 0)).toBeLessThan(-(one ?? 0));
  });

  test('both are the same for every institution, and add up with all else', () => {
    for (let seed = 1; seed <= 50; seed += 1) {
      const random = seededRandom(seed);
      const made = generatedMarket(random);
      const facts = generatedFacts(random);
      const rounds = sum(made.deals.filter((_, at) => at % 2 === 0));
      const scorer = scorerOf(queryOf(made.market, facts, { offered: rounds }));
      const own = (parts: readonly Part[]) => parts.filter(({ key }) => key === 'demand' || key === 'crowd');
      const first = own(scorer.parts(newcomer));
      expect(first).toHaveLength(2);
      for (const institution of made.institutions) {
        const parts = scorer.parts(institution);
        expect(own(parts)).toEqual(first);
        const total = parts.reduce((all, { units }) => all.plus(decimalOf(units)), new Decimal(0));
        expect(total.toFixed()).toBe(decimalOf(scorer.score(institution).units));
      }
    }
  });

  test('words say so', () => {
    const words = (facts: Record<string, Fact>) =>
      explain(queryOf(market, facts, { offered }), newcomer, { labels: {}, counted: {}, place: 1 }).criteria.flatMap(
        (one) => (one.key === 'demand' || one.key === 'crowd' ? [one.words] : []),
      );
    const amount = { amount: { range: { low: 8, high: 8 } } };
    expect(words({ ...tagged('chips'), ...amount, ...holders(2) })).toEqual([
      '同类轮次的投资方通常较多',
      '已有 2 家股东',
    ]);
    expect(words(tagged('games'))).toEqual(['同类轮次的投资方通常较少', '尚无已知股东']);
  });
});

test('institutions are compared without either', () => {
  const keys = scorerOf(queryOf(market, tagged('chips')))
    .parts(newcomer)
    .map(({ key }) => key);
  expect(keys).not.toContain('demand');
  expect(keys).not.toContain('crowd');
});
