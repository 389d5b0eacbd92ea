import { Value } from 'typebox/value';
import { describe, expect, test } from 'vitest';
import { MatchRow } from '#schemas/api/matching.ts';
import { seededRandom } from '#sample/draw/random.ts';
import { explain } from '#shared/matching/explain.ts';
import type { Fact, Institution, Stated } from '#shared/matching/kinds/kind.ts';
import { addDeal, type Deal, profileOf } from '#shared/matching/profile.ts';
import { decimalOf, scorerOf } from '#shared/matching/score.ts';
import { TUNING } from '#shared/matching/tuning.ts';
import { generatedFacts, generatedMarket, queryOf, TODAY } from '#tests/support/matching/generated-market.ts';

const LABELS = { industry: '行业', tracks: '赛道', region: '地区', amount: '金额', state: '性质', holders: '同伴' };
const deal = (industry: readonly string[], amount = 7): Deal => ({
  on: TODAY - 30,
  share: 1,
  facts: { industry: { values: industry }, amount: { range: { low: amount, high: amount } } },
});
const many = (count: number, one: Deal): Deal[] => Array.from({ length: count }, () => one);

const CHIPS = ['硬科技', '半导体'];
const market = profileOf(
  [...many(20, deal(CHIPS)), ...many(30, deal(['硬科技', '机器人'])), ...many(150, deal(['医疗', '器械'], 8.5))],
  TODAY,
  TUNING.halfLife,
);
const facts: Record<string, Fact> = {
  industry: { values: CHIPS.map((label) => ({ id: label, label })) },
  amount: { range: { low: 7, high: 7 }, label: '1000万' },
};
const counted = { industry: { deals: 4, of: 13, months: 24, last: '2026-05 某某科技 A轮' } };

function industryOf(deals: readonly Deal[], more: { stated?: Stated; counted?: object } = {}) {
  const institution: Institution = {
    id: '7',
    profile: profileOf(deals, TODAY, TUNING.halfLife),
    ...(more.stated && { stated: { industry: more.stated } }),
  };
  const shown = { labels: LABELS, counted: { ...counted, ...more.counted }, place: 1 };
  return explain(queryOf(market, facts), institution, shown).criteria.find(({ key }) => key === 'industry');
}

describe('what is said of an industry', () => {
  test('counts deals beside the market where an institution does it more often', () => {
    expect(industryOf([...many(4, deal(CHIPS)), ...many(9, deal(['医疗', '器械']))])).toMatchObject({
      verdict: 'fit',
      basis: 'evidence',
      words: '近 24 个月 13 笔中 4 笔属半导体（31%，全市场 10%），最近一笔 2026-05 某某科技 A轮',
      candidate: { evidence: { deals: 4, of: 13, months: 24, share: '0.3077', market: '0.1000' } },
    });
  });

  test('names the branch where the institution knows it and not the leaf', () => {
    expect(industryOf(many(9, deal(['硬科技', '机器人'])))).toMatchObject({
      verdict: 'partly',
      words: '投过硬科技，未投过半导体',
    });
  });

  test('is a miss where enough deals are elsewhere', () => {
    const none = { counted: { industry: { deals: 0, of: 40, months: 24 } } };
    expect(industryOf(many(40, deal(['医疗', '器械'])), none)).toMatchObject({
      verdict: 'miss',
      words: '近 24 个月 40 笔中无半导体（全市场 10%）',
    });
  });

  test('is unknown where few deals are known and nothing is stated', () => {
    expect(industryOf(many(1, deal(CHIPS)))).toMatchObject({
      verdict: 'unknown',
      basis: 'none',
      words: '对方未说明行业，交易也不足以判断',
    });
  });

  const stated: Stated = { on: TODAY, paths: [CHIPS], label: '半导体' };

  test('rests on the stated thesis where there are few deals', () => {
    const few = { stated, counted: { industry: { deals: 2, of: 2, months: 24 } } };
    expect(industryOf(many(2, deal(CHIPS)), few)).toMatchObject({
      verdict: 'fit',
      basis: 'stated',
      words: '自述关注半导体；近 24 个月有 2 笔属半导体，样本少',
    });
  });

  test('says where an institution does not do what it states', () => {
    const none = { stated, counted: { industry: { deals: 0, of: 9, months: 24 } } };
    expect(industryOf(many(9, deal(['医疗', '器械'])), none)).toMatchObject({
      basis: 'both',
      differs: 'statedNotDone',
      words: '自述关注半导体，近 24 个月 9 笔中无半导体',
    });
  });

  test('says where an institution does what it does not state', () => {
    const other: Stated = { on: TODAY, paths: [['医疗', '器械']], label: '医疗' };
    expect(industryOf(many(9, deal(CHIPS)), { stated: other })?.differs).toBe('doneNotStated');
  });
});

test('an amount beyond what an institution does is a miss that says both', () => {
  const institution = { id: '1', profile: profileOf(many(12, deal(CHIPS, 8.5)), TODAY, TUNING.halfLife) };
  const row = explain(queryOf(market, facts), institution, { labels: LABELS, counted: {}, place: 1 });
  expect(row.criteria.find(({ key }) => key === 'amount')).toMatchObject({
    verdict: 'miss',
    words: '以往所投多在 3.2亿–3.2亿，目标 1000万',
  });
});

test('what the subject does not say is unknown, adds nothing, and names the field to fill in', () => {
  const row = explain(queryOf(market, {}), { id: '1', profile: market }, { labels: LABELS, counted: {}, place: 1 });
  expect(row.criteria.find(({ key }) => key === 'region')).toMatchObject({
    verdict: 'unknown',
    subject: null,
    contribution: '0',
    words: '本项目未填写地区',
  });
});

test('co-investors are named, and only those there are', () => {
  const members = ['2', '3'].map((id) => ({ id, label: `资本${id}`, weight: 4 }));
  const one = { id: '1', profile: market, joint: (id: string) => Number(id === '3') };
  const row = explain(queryOf(market, { holders: { members } }), one, { labels: LABELS, counted: {}, place: 1 });
  expect(row.criteria.find(({ key }) => key === 'holders')).toMatchObject({
    verdict: 'fit',
    words: '曾与现有股东资本3投资同一企业',
  });
});

test('a place among the first 20 is of band A only with three criteria that deals speak for', () => {
  const profile = profileOf([], TODAY, TUNING.halfLife);
  for (let left = 9; left > 0; left -= 1) addDeal(profile, deal(CHIPS), TUNING.halfLife);
  const bandAt = (place: number) =>
    explain(queryOf(market, facts), { id: '1', profile }, { labels: LABELS, counted, place }).band;
  expect([bandAt(1), bandAt(20), bandAt(100), bandAt(101)]).toEqual(['B', 'B', 'B', 'C']);
});

test('rows of made-up markets are what the wire says, and their score is the one of the list', () => {
  for (let seed = 1; seed <= 100; seed += 1) {
    const random = seededRandom(seed);
    const made = generatedMarket(random);
    const query = queryOf(made.market, generatedFacts(random));
    for (const institution of made.institutions) {
      const row = explain(query, institution, { labels: LABELS, counted, place: 1 });
      expect([...Value.Errors(MatchRow, row)]).toEqual([]);
      expect(row.score).toBe(decimalOf(scorerOf(query).score(institution).units));
    }
  }
});
