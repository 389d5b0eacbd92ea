import { describe, expect, test } from 'vitest';
import { refusal } from '#tests/support/rules/rule-runner.ts';

describe('an expression that may not be used is refused with its place', () => {
  test.each([
    ['self.nope > 1', '第 1 行第 6 列：没有字段“nope”'],
    ['self.constructor', '第 1 行第 6 列：没有字段“constructor”'],
    ['self.__proto__.name', '第 1 行第 6 列：没有字段“__proto__”'],
    ['has(self.nope)', '第 1 行第 10 列：没有字段“nope”'],
    ["record.name == 'x'", '第 1 行第 1 列：没有“record”，可用的有 self、old、user、today'],
    ['self.listed &&\n  self.name > 3', '第 2 行第 3 列：“>”不能比较文本和整数'],
    ['self.name >', '第 1 行第 12 列：此处语法有误'],
    ["self.name == 'x", '第 1 行第 14 列：文本缺少结束引号'],
    ['self', '第 1 行第 1 列：请写出字段，如 self.name'],
    ['self.name == null', '第 1 行第 14 列：没有 null：判断是否有值请用 blank(…) 或 has(…)'],
    ['self.amount > 1', '第 1 行第 1 列：“>”不能比较金额和整数'],
    ['self.amount.nume > 1', '第 1 行第 13 列：金额（金额）没有“nume”'],
    ['user.name', '第 1 行第 6 列：user 没有“name”，可用的有 id、roles'],
    ['1 / 2', '第 1 行第 1 列：常量之间的“/”会舍入，请把其中一个写成 dec("…")'],
    ['0.1 + 0.2', '第 1 行第 1 列：常量之间的“+”会舍入，请把其中一个写成 dec("…")'],
    ['self.name % 2 == 0', '第 1 行第 1 列：“%”不能用于文本和整数'],
    ["dec('abc') > self.price", '第 1 行第 1 列：“abc”不是数字'],
    ['listed(self.name)', '第 1 行第 1 列：没有函数“listed”'],
    ["constructor('x')", '第 1 行第 1 列：没有函数“constructor”'],
    ['size(self.price)', '第 1 行第 1 列：用法：size(文本或列表)，不能用于数值'],
    ['startsWith(self.name, "x")', '第 1 行第 1 列：没有函数“startsWith”'],
    ['self.listed ? 1 : self.price', '第 1 行第 1 列：“? :”两支的类型不同：整数和数值；数值常量请写成 dec("…")'],
    ['self.price in [1, 2]', '第 1 行第 1 列：“in”两边的类型不同：数值和整数列表'],
    ['[1, "a"]', '第 1 行第 5 列：列表各项的类型必须相同，且不能再是列表'],
    ['{"a": 1}', '第 1 行第 1 列：不支持这种写法'],
    ['1u == 1u', '第 1 行第 1 列：不支持这种常量'],
    ['self.price > 99999999999999999999', '第 1 行第 14 列：整数太大，请写成 dec("…")'],
    ['self.tags.all(t, t)', '第 1 行第 18 列：“all”里必须是条件'],
    ['self.tags.map(t, u)', '第 1 行第 18 列：没有“u”，可用的有 self、old、user、today'],
    ['self.name.all(t, true)', '第 1 行第 6 列：“all”只能用于列表，不能用于文本'],
  ])('%s', (expression, message) => {
    expect(refusal(expression)).toBe(message);
  });
});

describe('a rule is bounded before it runs', () => {
  test('5,000 characters are too many', () => {
    expect(refusal(`self.name == '${'x'.repeat(5000)}'`)).toBe('第 1 行第 1 列：表达式太长：5015 个字符，最多 2000 个');
  });

  test('1,000 brackets deep is too deep, and so is any nesting beyond 32', () => {
    expect(refusal(`${'('.repeat(999)}1${')'.repeat(999)}`)).toContain('表达式嵌套太深，最多 32 层');
    expect(refusal(`${'!'.repeat(1999)}1`)).toContain('表达式');
    expect(refusal(`${'-'.repeat(1500)}1`)).toContain('表达式');
  });

  test('more than 256 nodes are too many', () => {
    expect(refusal(Array.from({ length: 200 }, () => 'true').join('&&'))).toContain('表达式太大，最多 256 个节点');
  });

  test('more than 64 list entries are too many', () => {
    expect(refusal(`self.way in [${"'a',".repeat(64)}'b']`)).toContain('列表太长，最多 64 项');
  });

  test('regular expressions are not offered, as their time has no bound', () => {
    expect(refusal("self.name.matches('(a+)+$')")).toBe(
      '第 1 行第 1 列：不支持 matches：正则表达式的用时没有上限，请用 startsWith、endsWith、contains',
    );
  });

  test('comprehensions nest twice at most', () => {
    expect(refusal('self.tags.all(a, self.tags.all(b, self.tags.all(c, a == b)))')).toContain('列表运算最多嵌套 2 层');
  });
});
