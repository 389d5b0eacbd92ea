import { Type } from 'typebox';
import { says } from './annotations.ts';

const VALUES = { 'x-group': '取值' } as const;

/** What a text has to look like, beside its length. */
export const PATTERN_CONFIG = {
  /** Regular expression with the flag `u` that the whole value meets; of the part of the language that is read in linear time. */
  pattern: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 300,
      ...says('格式（正则表达式）', {
        description: '整个值都要符合，如：[A-Z]{2}\\d{6}；汉字写作 \\p{Script=Han}。不能用断言和引用',
        ...VALUES,
      }),
    }),
  ),
  /** What users read where a value does not meet it. */
  patternMessage: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      ...says('格式不符时的提示', { description: '如：应为两个大写字母加六位数字，如 AB123456', ...VALUES }),
    }),
  ),
} as const;
