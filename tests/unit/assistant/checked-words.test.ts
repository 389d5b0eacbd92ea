import { describe, expect, test } from 'vitest';
import { checkWords } from '#shared/assistant/checking/check-words.ts';
import { COUNTED, type Evidence, evidenceOfText, joined, NO_EVIDENCE } from '#shared/assistant/checking/evidence.ts';
import { worldOf } from '#tests/support/assistant/model-words.ts';
import { prng } from '#tests/support/prng.ts';

const TODAY = '2026-11-21';
const MANY = 2000;

const held: Evidence = {
  numbers: [
    { value: '2', unit: COUNTED },
    { value: '123400000', unit: 'CNY', of: '海马机器人' },
    { value: '35.5', unit: '%', of: '海马机器人' },
    { value: '80', unit: '人', of: '云岭机器人' },
    { value: '-12.5', unit: '%', of: '云岭机器人' },
  ],
  dates: [
    { text: '2019-05-01', of: '海马机器人' },
    { text: '2020-03', of: '云岭机器人' },
  ],
  texts: ['海马机器人', '云岭机器人', '北京', '机器人', '企业', '融资总额', '员工人数'],
  rows: ['海马机器人', '云岭机器人'],
};
const shown = (words: string, evidence = held, known: readonly string[] = []) =>
  checkWords(words, evidence, known, TODAY).sentences;

describe('a sentence of a model is shown', () => {
  test.each([
    '北京共有2家机器人企业，分别是海马机器人和云岭机器人。',
    '北京共有两家机器人企业。',
    '海马机器人成立于2019年5月1日。',
    '海马机器人成立于2019年。',
    '云岭机器人成立于二〇二〇年三月。',
    '海马机器人的融资总额为123,400,000元。',
    '海马机器人的融资总额为1.234亿人民币。',
    '海马机器人的融资总额约1.2亿元。',
    '海马机器人的融资总额为１．２亿元。',
    '海马机器人占３５.５％，即百分之三十五点五。',
    '云岭机器人有80名员工，比例下降12.5%。',
  ])('where all it says is in the result: %s', (sentence) => {
    expect(shown(sentence)).toEqual([sentence]);
  });

  test('as plain text, without the marks of lists and emphasis', () => {
    expect(shown('1. **海马机器人**成立于2019年。\n* 共有2家企业。')).toEqual([
      '海马机器人成立于2019年。',
      '共有2家企业。',
    ]);
  });

  test('where its number or period is that of the question', () => {
    const asked = evidenceOfText('近三年融资超过5000万元的企业');
    expect(shown('近三年融资超过5000万元的企业共有2家。', joined([held, asked]))).toHaveLength(1);
    expect(shown('近三年融资超过5000万元的企业共有2家。')).toEqual([]);
  });
});

describe('a sentence of a model is left out', () => {
  test.each([
    ['a number that no result has', '北京共有3家机器人企业。'],
    ['a sum of its own', '两家企业共有82名员工。'],
    ['another unit', '海马机器人的融资总额为1.234亿美元。'],
    ['a size of its own', '海马机器人的融资总额为1.234万元。'],
    ['a digit more than is known', '海马机器人的融资总额为1.235亿元。'],
    ['one digit that is rounded', '海马机器人的融资总额为1亿元。'],
    ['a share for a number', '云岭机器人占80%。'],
    ['a number for a share', '海马机器人有35.5家。'],
    ['the number of another row', '海马机器人有80名员工。'],
    ['the date of another row', '海马机器人成立于2020年。'],
    ['a date finer than is known', '云岭机器人成立于2020年3月5日。'],
    ['another day', '海马机器人成立于2019年5月2日。'],
    ['a year in words', '海马机器人去年成立。'],
    ['a period that was not asked for', '海马机器人近三年成立。'],
    ['a vague number', '北京有几十家机器人企业。'],
    ['half of them', '半数企业位于北京。'],
    ['a multiple', '海马机器人的融资总额翻了两倍。'],
    ['an organisation that no result has', '海马机器人由星海资本领投。'],
    ['a name in quotation marks', '其中“凌波微步”位于北京。'],
    ['a name in Latin letters', '投资方是 Sequoia。'],
    ['a person', '海马机器人的创始人是欧阳明。'],
    ['a link', '海马机器人的资料见[这里](https://evil.example)。'],
    ['a picture', '![海马机器人](https://evil.example/a.png)'],
    ['a tag', '海马机器人<b>有2家</b>。'],
    ['advice', '建议投资海马机器人。'],
    ['nothing of the data', '好的，没有问题。'],
  ])('for %s', (_, sentence) => {
    expect(shown(sentence)).toEqual([]);
  });

  test('for the name of a record that no result has, however plain it is', () => {
    expect(shown('其中小米位于北京。', held, ['小米'])).toEqual([]);
    expect(shown('海马机器人位于北京。', held, ['海马'])).toHaveLength(1);
  });

  test('and the others stay', () => {
    const { sentences, dropped } = checkWords('北京共有2家企业。北京共有7家企业。', held, [], TODAY);
    expect(sentences).toEqual(['北京共有2家企业。']);
    expect(dropped).toHaveLength(1);
  });

  test('whatever it is where nothing was asked of the data', () => {
    expect(shown('北京共有2家机器人企业。', NO_EVIDENCE)).toEqual([]);
  });
});

test(`of ${MANY} hostile replies no invented number, date, name or link is shown`, () => {
  const leaks: string[] = [];
  for (let seed = 1; seed <= MANY; seed += 1) {
    const world = worldOf(seed);
    const chance = prng(seed);
    const untrue = Array.from({ length: chance.int(1, 4) }, () => world.untrue());
    const reply = untrue.flatMap(({ sentence }) => (chance.chance(0.5) ? [world.honest(), sentence] : [sentence]));
    const { sentences } = checkWords(reply.join(chance.pick(['', '\n', ' '])), world.evidence, [], TODAY);
    const visible = sentences.join('');
    for (const { sentence } of untrue) if (visible.includes(sentence.replaceAll('\u200b', ''))) leaks.push(sentence);
  }
  expect(leaks).toEqual([]);
});

test('of honest sentences at least 95 % are shown', () => {
  const lost: string[] = [];
  for (let seed = 1; seed <= MANY; seed += 1) {
    const world = worldOf(seed);
    lost.push(
      ...checkWords(world.honest(), world.evidence, [], TODAY).dropped.map(
        ({ sentence, why }) => `${why}: ${sentence}`,
      ),
    );
  }
  expect(lost.slice(Math.floor(MANY * 0.05))).toEqual([]);
});
