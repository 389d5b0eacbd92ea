import { describe, expect, test } from 'vitest';
import { operandsOf } from '#shared/rules/blocks/operands.ts';
import { fixOf } from '#shared/rules/fixes.ts';
import { sampleObject } from '#tests/support/metadata/sample-object.ts';
import { FIELDS, refusal } from '#tests/support/rules/rule-runner.ts';

const object = sampleObject([...FIELDS, { apiName: 'foundedOn', type: 'date', label: '成立日期' }]);
const operands = operandsOf(object);
const fixed = (source: string) => fixOf(source, object, operands);

describe('a text that is wrong is offered as what it was probably meant to be', () => {
  test.each([
    ['成立时间 早于 今天', 'self.foundedOn < today'],
    ['self.fuondedOn < today', 'self.foundedOn < today'],
    ['foundedon < today', 'self.foundedOn < today'],
    ['dayBetween(self.start, self.end) > 3', 'daysBetween(self.start, self.end) > 3'],
    ['相差天数(开始, 结束) ≥ 3', 'daysBetween(self.start, self.end) >= 3'],
    ['addDays(30, self.start) > today', 'addDays(self.start, 30) > today'],
    ["contains(self.name, '科技')", "self.name.contains('科技')"],
    ["self.name.contain('科技')", "self.name.contains('科技')"],
    ["self.staff == '5'", 'self.staff == 5'],
    ['self.name == 5', "self.name == '5'"],
    ['成立日期 晚于 2024年1月5日', "self.foundedOn > '2024-01-05'"],
    ['self.foundedOn >= 2024-1-5', "self.foundedOn >= '2024-01-05'"],
    ['yearsBetween(self.start, year(self.end)) > 3', 'yearsBetween(self.start, self.end) > 3'],
    ['round(2, self.price) > 1', 'round(self.price, 2) > 1'],
  ])('%s', (written, meant) => {
    const text = fixed(written)?.text.replaceAll(/\s*,\s*/g, ', ');
    expect(text).toBe(meant);
  });

  test('the words that were taken for a name are said', () => {
    expect(fixed('成立时间 早于 今天')?.renamed).toEqual([{ from: '成立时间', to: '成立日期' }]);
  });

  test.each(["self.name == '成立时间'", 'self.staff >= 5 && has(self.start)', 'self.tags.exists(x, x == self.name)'])(
    'nothing is offered for what is right: %s',
    (source) => {
      expect(refusal(source)).toBeUndefined();
      expect(fixed(source)).toBeUndefined();
    },
  );

  test('nothing is guessed where two names are as near', () => {
    expect(fixed('self.nane2x9q > 1')).toBeUndefined();
  });

  test('a word that is longer than any name is taken for none', () => {
    expect(fixed(`self.${'x'.repeat(1900)} > 1`)).toBeUndefined();
    expect(fixed('没有这个字段'.repeat(300))).toBeUndefined();
  });
});
