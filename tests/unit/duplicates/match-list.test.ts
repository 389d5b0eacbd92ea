import { describe, expect, it } from 'vitest';
import { matchFacts, type MatchTexts } from '#server/core/duplicates/match-facts.ts';
import { matchList } from '#server/core/duplicates/match-list.ts';
import { scoreOf } from '#server/core/duplicates/score.ts';
import { between, pick, type Random, seededRandom } from '#sample/draw/random.ts';
import { withCheckCharacter } from '#tests/support/matching/credit-codes.ts';
import { trialOf } from '#tests/support/matching/trial.ts';

const NOTHING: MatchTexts = { codes: [], legalNames: [], names: [], sites: [], regions: [], people: [], founded: [] };
const pairsOf = (...list: readonly Partial<MatchTexts>[]) =>
  matchList(list.map((texts) => matchFacts({ ...NOTHING, ...texts })));
const CODE = '91350100M000100Y43';
const OTHER_CODE = withCheckCharacter('91110108MA01ABCD2');

describe('Two records', () => {
  it('with the same credit code are of grade 4, whatever else differs', () => {
    const [pair] = pairsOf({ codes: [CODE], names: ['甲'] }, { codes: [CODE.toLowerCase()], names: ['乙'] });
    expect(pair).toMatchObject({ left: 0, right: 1, grade: 4, reasons: ['code'] });
  });

  it('are never one where their credit codes differ', () => {
    const same = { legalNames: ['北京星河云图科技有限公司'], sites: ['https://star.example'] };
    expect(pairsOf({ ...same, codes: [CODE] }, { ...same, codes: [OTHER_CODE] })).toEqual([]);
  });

  it('called the same in the same place are of grade 3, whatever the legal form and where the place is written', () => {
    const [pair] = pairsOf(
      { legalNames: ['星河云图科技（北京）有限公司'] },
      { legalNames: ['北京市星河云图科技股份有限公司'] },
    );
    expect(pair).toMatchObject({ grade: 3, reasons: ['base', 'core', 'region'] });
  });

  it('called the same in two places are not even possible', () => {
    expect(pairsOf({ legalNames: ['北京星河云图科技有限公司'] }, { legalNames: ['上海星河云图科技有限公司'] })).toEqual(
      [],
    );
  });

  it('with one core and one site are likely, with the core alone possible', () => {
    const one = { legalNames: ['星河云图科技有限公司'], sites: ['http://www.star.example/about'] };
    const other = { legalNames: ['星河云图网络技术有限公司'], sites: ['star.example'] };
    expect(pairsOf(one, other)[0]).toMatchObject({ grade: 2, reasons: ['core', 'site'] });
    expect(pairsOf(one, { ...other, sites: [] })[0]).toMatchObject({ grade: 1, reasons: ['core'] });
  });

  it('on a platform that many share have no site in common', () => {
    const at = (name: string) => ({ names: [name], sites: [`https://mp.weixin.qq.com/${name}`] });
    expect(pairsOf(at('甲乙'), at('丙丁'))).toEqual([]);
  });

  it('whose core six records have in common have nothing in common', () => {
    const named = ['上海', '北京', '广东', '浙江', '江苏', '四川'].map((place, index) => ({
      legalNames: [`阳光${['科技', '文化', '教育', '医疗', '传媒', '软件'][index]}（${place}）有限公司`],
    }));
    const withoutPlace = (count: number) =>
      pairsOf(
        ...named
          .slice(0, count)
          .map(({ legalNames }) => ({ legalNames: legalNames.map((name) => name.replace(/（.*）/, '')) })),
      );
    expect(withoutPlace(5)).toHaveLength(10);
    expect(withoutPlace(6)).toEqual([]);
  });
});

const SYLLABLES = Array.from(
  '云海星河木石青禾明远安和智博睿达恒信嘉禾天元启航瑞华宏图卓越景行思源知微见著长风破浪千山万象',
);
const PLACES = ['北京', '上海', '深圳市', '杭州', '成都', '武汉市', '苏州', '南京'];
const TRADES = ['科技', '网络科技', '信息技术', '文化传媒', '生物科技', '教育', '智能科技'];

/** A company that is in no register. */
function invented(random: Random, index: number): MatchTexts {
  const core = Array.from({ length: between(random, 3, 4) }, () => pick(random, SYLLABLES)).join('');
  const code = withCheckCharacter(`91110108MA${String(index).padStart(7, '0')}`);
  return {
    codes: [code],
    legalNames: [`${pick(random, PLACES)}${core}${pick(random, TRADES)}有限公司`],
    names: [core],
    sites: [`https://www.c${index}.example.com`],
    regions: [],
    people: [Array.from({ length: 3 }, () => pick(random, SYLLABLES)).join('')],
    founded: [`${between(random, 2000, 2025)}-0${between(random, 1, 9)}-1${between(random, 0, 9)}`],
  };
}

describe('Among 2,000 invented companies and 400 copies as another source would write them', () => {
  const random = seededRandom(4);
  const originals = Array.from({ length: 2000 }, (_, index) => invented(random, index));
  const { list, truth } = trialOf(random, originals, 400);
  const pairs = matchList(list.map(matchFacts));

  it.each([
    [4, 0.999, 0.25],
    [3, 0.999, 0.78],
    [1, 0.99, 0.96],
  ])('pairs of grade %i and better are right in %f and found in %f of cases', (grade, precision, recall) => {
    const score = scoreOf(pairs, truth, grade);
    expect(score.precision).toBeGreaterThanOrEqual(precision);
    expect(score.recall).toBeGreaterThanOrEqual(recall);
  });
});
