import { describe, expect, test } from 'vitest';
import type { WordKind } from '#shared/assistant/phrases.ts';
import type { Reading } from '#shared/assistant/plan.ts';
import { fold } from '#shared/text/fold.ts';
import { shippedObjects } from '#server/core/catalog/shipped.ts';
import { partsOf } from '#shared/conditions/condition-parts.ts';
import { ownQuestions, questionSets } from '#tests/support/assistant/question-sets.ts';
import { givenReader, planOf, readerOf } from '#tests/support/assistant/read-alone.ts';
import { AFTER, BEFORE, conditionsOf, REWORDINGS } from '#tests/support/assistant/rewordings.ts';
import { prng } from '#tests/support/prng.ts';

const OPEN = shippedObjects().filter(({ access }) => access.list !== 'owner' && access.list !== 'staff');
const own = readerOf('own', OPEN);

type Answered = Extract<Reading, { kind: 'answer' }>;
interface Case {
  readonly question: string;
  readonly reading: Answered;
  readonly plan: string;
}
const answered = (read: (question: string) => Reading, questions: readonly { question: string }[]): Case[] =>
  questions.flatMap(({ question }) => {
    const reading = read(question);
    const plan = planOf(reading);
    return reading.kind === 'answer' && plan !== undefined ? [{ question, reading, plan }] : [];
  });

/** Objects of ten other domains with their records, and those of the product without any. */
const worlds = [
  ...questionSets().map(({ name, given, questions }) => ({ reader: givenReader(name, given), questions })),
  { reader: own, questions: ownQuestions() },
].map(({ reader, questions }) => ({ reader, cases: answered(reader.read, questions) }));

describe('a question that says the same in other words', () => {
  test.each(REWORDINGS)('comes to the same plan, or is asked back: $name', ({ reword }) => {
    const chance = prng(20261124);
    const differing: string[] = [];
    let count = 0;
    let same = 0;
    for (const { reader, cases } of worlds)
      for (const { question, plan } of cases) {
        const other = reword(question, chance);
        if (other === undefined) continue;
        const now = planOf(reader.read(other));
        count += 1;
        if (now === plan) same += 1;
        else if (now !== undefined) differing.push(`${question} and ${other}`);
      }
    expect(differing).toEqual([]);
    expect(count).toBeGreaterThan(0);
    expect(same / count).toBeGreaterThanOrEqual(0.99);
  });

  test('keeps its plan over 2,000 paraphrases of questions about the product', () => {
    const chance = prng(7);
    const { cases = [] } = worlds.find(({ reader }) => reader === own) ?? {};
    let [count, right, wrong] = [0, 0, 0];
    while (count < 2000) {
      const { question, plan } = chance.pick(cases);
      const inner = chance.pick(REWORDINGS).reword(question, chance) ?? question;
      const now = planOf(own.read(`${chance.pick(BEFORE)}${inner.replace(/[？?。]$/u, '')}${chance.pick(AFTER)}`));
      count += 1;
      if (now === plan) right += 1;
      else if (now !== undefined) wrong += 1;
    }
    expect(right / (right + wrong)).toBeGreaterThanOrEqual(0.99);
    expect(right / count).toBeGreaterThanOrEqual(0.85);
  });
});

describe('conditions', () => {
  test('mean the same in either order, and one more only narrows', () => {
    const chance = prng(20261125);
    const differing: string[] = [];
    let [count, together] = [0, 0];
    for (const { reader } of worlds)
      for (const object of reader.objects) {
        const { read } = reader.limitedTo(object.apiName);
        for (let round = 0; round < 80; round += 1) {
          const all = conditionsOf(object, chance);
          const one = all.length > 1 ? chance.pick(all) : undefined;
          if (!one) break;
          const other = chance.pick(all.filter(({ field }) => field !== one.field));
          const ask = (text: string) => read(`${text}的${object.label}有哪些`);
          const [alone, both, turned] = [one.text, `${one.text}且${other.text}`, `${other.text}且${one.text}`].map(ask);
          count += 2;
          const said = `${one.text}, ${other.text}: ${object.label}`;
          if (!alone || !both || !turned || planOf(both) !== planOf(turned)) differing.push(said);
          else if (alone.kind === 'answer' && both.kind === 'answer') {
            together += 1;
            const parts = new Set(partsOf(both.plan.filter).map((part) => JSON.stringify(part)));
            if (!partsOf(alone.plan.filter).every((part) => parts.has(JSON.stringify(part)))) differing.push(said);
          }
        }
      }
    expect(differing).toEqual([]);
    expect(count).toBeGreaterThanOrEqual(5500);
    expect(together / (count / 2)).toBeGreaterThanOrEqual(0.95);
  });
});

/**
 * Words that may be left out without a change, since the rest of the question says the same: those that lead from one to
 * another (的, 是, 有哪些), join values of one field (或), count (几家), say what the values beside them are to the record
 * (写的 between an author and 书), the noun of what is asked about, and one of the pair 除了 … 以外. All others change what is
 * asked for.
 */
const REDUNDANT: ReadonlySet<WordKind> = new Set([
  'filler',
  'is',
  'which',
  'and',
  'or',
  'all',
  'noun',
  'verb',
  'count',
  'howMany',
  'except',
  'outside',
]);

/** Words beside another one that says the same: the first three by GDP are the highest, what is ordered begins with the most. */
const SAID_TWICE: ReadonlySet<string> = new Set([
  '带 of 带江景的楼盘都有哪些',
  '含 of 名称中含“债”的基金',
  '名字里带 of 名字里带“软件”的股票有哪些，涨跌幅多少',
  '最高 of GDP最高的前三个城市是哪几个，GDP分别是多少',
  '从高到低 of 最大回撤不超过10%的基金，按收益率从高到低排',
  '增长 of 同比增长最快的企业是哪家',
  '按 of 最大回撤不超过10%的基金，按收益率从高到低排',
  '排 of 最大回撤不超过10%的基金，按收益率从高到低排',
  '按 of 按城市统计编制床位总数',
  '统计 of 按城市统计编制床位总数',
  // What is behind 在哪家, 什么时候 and ahead of 值 is asked for by its own name.
  '在哪家 of 针灸科或者康复科的医生在哪家医院',
  '哪年 of 黎小雨哪年出生的',
  '什么时候 of 江澜府的开发商是谁，什么时候开盘',
  '什么时候 of 《雨巷》什么时候上映的',
  '值 of AQI前五的记录和AQI值',
  '榜 of 积分榜前三名是哪些队',
  '一共 of 锐驰汽车一共披露了几份报告',
  '一共 of 今年一共发生了多少起交易事件',
  '带 of 片名带“山”或“海”字的有几部',
  '披露了 of 锐驰汽车一共披露了几份报告',
  // Numbers of groups are added up anyway, which the answer says.
  '合计 of 每种债券类型的发行规模合计',
  '之和 of 每家出版社的图书累计销量之和',
  '总和 of 各档期的累计票房总和',
  // Shares and growth of groups are averaged anyway.
  '平均 of 各企业性质的平均资产负债率',
  '平均 of 每种基金类型的平均近1年收益率',
  '平均 of 哪个板块的平均涨跌幅最高',
  '平均 of 各报告期的平均毛利率',
]);

describe('no word is passed over in silence:', () => {
  test('without any of its words a question is another one, or none, but for words of a closed list', () => {
    const silent = new Set<string>();
    let count = 0;
    for (const { reader, cases } of worlds)
      for (const { question, reading, plan } of cases)
        for (const { from, to, as } of reading.understood) {
          const kinds = reader.wordsOf(fold(as));
          if (kinds.some((kind) => REDUNDANT.has(kind)) || reader.isLabel(fold(as))) continue;
          count += 1;
          if (planOf(reader.read(question.slice(0, from) + question.slice(to))) === plan)
            silent.add(`${as} of ${question}`);
        }
    expect([...silent].filter((said) => !SAID_TWICE.has(said))).toEqual([]);
    expect(count).toBeGreaterThan(500);
  });

  test('an unknown word anywhere is named, and nothing is answered', () => {
    const chance = prng(3);
    const passed: string[] = [];
    for (const { reader, cases } of worlds.filter((world) => world.reader !== own))
      for (const { question, reading } of cases) {
        const { from } = chance.pick(reading.understood);
        // What is between quotation marks is a name, whatever it is.
        if (/[《“「][^》”」]*$/u.test(question.slice(0, from))) continue;
        const strange = `${question.slice(0, from)}饕餮${question.slice(from)}`;
        const now = reader.read(strange);
        if (now.kind === 'answer' || now.kind === 'ask') passed.push(strange);
      }
    expect(passed).toEqual([]);
  });
});
