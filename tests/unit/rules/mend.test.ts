import { expect, test } from 'vitest';
import { mend } from '#shared/rules/mend.ts';
import { sampleObject } from '#tests/support/metadata/sample-object.ts';
import { FIELDS, refusal } from '#tests/support/rules/rule-runner.ts';

const object = sampleObject(FIELDS);

test.each([
  ['价格≥10', 'self.price >= 10'],
  ['价格 大于等于 10 and 人数 < 5', 'self.price >= 10 && self.staff < 5'],
  ['名称 等于 “鲸图” 或 名称 为空', "self.name == '鲸图' || blank(self.name)"],
  ['方式 是 一次性 且 金额 大于 1000万', "self.way == 'a_times' && self.amount.equivalentMoney > 10000000"],
  ['方式 是 “按月”', "self.way == 'monthly'"],
  ["self.way == '按月'", "self.way == 'monthly'"],
  ['self.价格 > 1.5亿', 'self.price > 150000000'],
  ['price > 3 AND name = "x"', 'self.price > 3 && self.name == "x"'],
  ['上市 是 否', 'self.listed == false'],
  ['开始 晚于 今天', 'self.start > today'],
  ['名称 包含 “科技”', "self.name.contains('科技')"],
  ['名称 不包含 “科技” 且 人数 > 1', "!(self.name.contains('科技')) && self.staff > 1"],
  ['方式 属于 [一次性、按月]', "self.way in ['a_times', 'monthly']"],
  ['方式 不属于 [一次性]', "!(self.way in ['a_times'])"],
  ['（人数 ＋ 1）× 2 > 价格', '(self.staff + 1) * 2 > self.price'],
])('%s is understood', (written, meant) => {
  const mended = mend(written, object)
    .replaceAll(/\s*,\s*/g, ', ')
    .replaceAll(/\s*([*+])\s*/g, ' $1 ');
  expect(mended).toBe(meant);
  expect(refusal(mended)).toBeUndefined();
});

test.each(["self.name == '大于 and ≥'", 'self.tags.exists(t, t == self.name)', 'has(self.name) && self.price >= 1'])(
  'what is right stays as it is: %s',
  (source) => expect(mend(source, object)).toBe(source),
);
