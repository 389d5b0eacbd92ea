import { describe, expect, test } from 'vitest';
import { checkCel } from '#shared/rules/cel.ts';
import { celEnvironment } from '#shared/rules/cel-environment.ts';
import { RuleRefusal } from '#shared/rules/rule-refusal.ts';
import { FIELDS, refusal } from '#tests/support/rules/rule-runner.ts';
import { sampleObject } from '#tests/support/metadata/sample-object.ts';

const environment = celEnvironment(sampleObject(FIELDS));

/** What the library's own checker says of an expression. */
function verdict(expression: string): string {
  const found = checkCel(environment, expression);
  return found instanceof RuleRefusal ? found.placed : found.type;
}

describe('The parser refuses an expression in Chinese, at its place', () => {
  test.each([
    ['(self.staff > 1', '第 1 行第 16 列：此处应为“)”'],
    ['self.tags[0', '第 1 行第 12 列：此处应为“]”'],
    ['self.listed ? 1', '第 1 行第 16 列：此处应为“:”'],
    ['self.', '第 1 行第 6 列：此处应为名称'],
    ["self.name == 'a\nb'", '第 1 行第 16 列：文本中不能直接换行，请写成 \\n'],
    ["self.name == '''a", '第 1 行第 14 列：文本缺少结束的三个引号'],
    ["self.name == '\\q'", '第 1 行第 15 列：“\\”后的转义写法有误，反斜杠本身请写成 \\\\'],
    ["self.name == '\\uD800'", '第 1 行第 15 列：“\\u”后的编码不是完整的字符'],
    ["self.name == '\\u12'", '第 1 行第 15 列：“\\u”后应为 4 位十六进制数，“\\U”后应为 8 位'],
    ['self.staff > 0x', '第 1 行第 14 列：十六进制整数的写法有误'],
    ['self.staff > 1e+', '第 1 行第 17 列：数字的指数部分有误'],
    ['self.staff > 1 # 2', '第 1 行第 16 列：此处字符有误'],
    ['if > 1', '第 1 行第 1 列：此处用了保留字'],
  ])('%s', (expression, words) => {
    expect(refusal(expression)).toBe(words);
  });
});

describe('The type checker refuses an expression in Chinese, at its place', () => {
  test.each([
    ['nope > 1', '第 1 行第 1 列：没有此名称'],
    ['self.nope', '第 1 行第 6 列：没有此名称'],
    ['self.name > 1', '第 1 行第 1 列：此处运算不能用于这些类型'],
    ['self.name && true', '第 1 行第 1 列：“&&”和“||”两边都必须是条件'],
    ['size(1)', '第 1 行第 1 列：没有此函数，或参数的个数、类型不符'],
    ['self.name ? 1 : 2', '第 1 行第 6 列：“?”之前必须是条件'],
    ['self.listed ? 1 : "a"', '第 1 行第 1 列：“? :”两支的类型必须相同'],
    ['self.tags["a"]', '第 1 行第 1 列：此处不能这样用“[ ]”取值'],
    ['self.staff[0]', '第 1 行第 1 列：此处不能这样用“[ ]”取值'],
    ['self.name.all(t, true)', '第 1 行第 6 列：此处只能用于列表'],
    ['[1, "a"]', '第 1 行第 5 列：列表各项的类型必须相同'],
  ])('%s', (expression, words) => {
    expect(verdict(expression)).toBe(words);
  });

  test('No refusal holds the library’s English, whatever is typed', () => {
    const parts = [
      'self.',
      'name',
      '(',
      ')',
      '[',
      '{',
      ':',
      '?',
      "'",
      '"',
      '\\',
      '1',
      '.',
      'e',
      '&&',
      '!',
      '#',
      'b"\\u0041"',
    ];
    const spoken = parts
      .flatMap((one) => parts.flatMap((two) => parts.map((three) => verdict(`${one}${two}${three}`))))
      .filter((words) => words.startsWith('第'));
    expect(spoken.length).toBeGreaterThan(1000);
    expect(spoken.filter((words) => /[a-z]{3}/i.test(words))).toEqual([]);
  });
});
