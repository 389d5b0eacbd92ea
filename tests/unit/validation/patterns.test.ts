import { describe, expect, it } from 'vitest';
import { wholePattern } from '#generators/whole-pattern.ts';
import { patternProblem } from '#shared/patterns/pattern.ts';

/** Longest text that a field may hold. */
const LONG = 100_000;

describe('a pattern that staff give a field', () => {
  it.each([
    '[A-Z]{2}\\d{6}',
    '^\\d+(-\\d+)?$',
    '(省|市|自治区|自治州)后',
    '\\p{Script=Han}{2,20}',
    '\\d{3,8}\\d{2}',
    '\\w+@\\w+(\\.\\w+)+',
    '(?:https?://)?[a-z]+',
    '[0-9A-HJ-NPQRTUWXY]{2}\\d{6}[0-9A-HJ-NPQRTUWXY]{10}',
    '(foo|far)*',
    '[\\u4e00-\\u9fa5·]+',
    '[^@]+@[^@]+',
  ])('may be %s, and no text keeps it busy', (source) => {
    expect(patternProblem(source)).toBeUndefined();
    const pattern = new RegExp(wholePattern(source), 'u');
    const texts = ['a', '1', '汉', 'foo', 'A1', '自治', '@', 'a@a.'].map(
      (part) => `${part.repeat(LONG / part.length)}!`,
    );
    expect(texts.filter((text) => pattern.test(text))).toEqual([]);
  });

  it.each([
    '(a+)+',
    '(a*)*',
    '(a|a)*b',
    '(a|b|ab)*c',
    '.*abc.*',
    '\\d*\\d*x',
    '(a?){30}a{30}',
    '(?:a|a)x(?:a|a)x',
    '([a-z]+,?)*',
    '(x?)*',
    '((a|b)*c?)*',
    '(a{1,50}){1,50}',
    '((){200}){200}',
  ])('is refused where one text can be read in two ways: %s', (source) => {
    expect(patternProblem(source)).toMatch(/多种匹配方式|写法太长/);
  });

  it.each([
    ['[', '写法有误'],
    ['a{5,3}', '写法有误'],
    ['\\q', '写法有误'],
    ['\\bfoo', '不支持'],
    ['(?=a)b', '不支持'],
    ['(?<!a)b', '不支持'],
    ['(a)\\1', '不支持引用'],
    ['a^b', '只能在最前'],
    ['a{1000}', '重复次数最多 255'],
    ['(){999999999}', '重复次数最多 255'],
  ])('is refused where it is none, or says what takes longer than its text: %s', (source, words) => {
    expect(patternProblem(source)).toContain(words);
  });

  it('is met by the whole of a value, with or without marks of begin and end', () => {
    expect(['ab', 'xab', 'abx'].map((text) => new RegExp(wholePattern('^ab$'), 'u').test(text))).toEqual([
      true,
      false,
      false,
    ]);
    expect(new RegExp(wholePattern('a|b'), 'u').test('ax')).toBe(false);
    expect(new RegExp(wholePattern('5\\$'), 'u').test('5$')).toBe(true);
  });
});
