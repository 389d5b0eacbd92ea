import { describe, expect, it } from 'vitest';
import { passwordProblem } from '#shared/validation/password-rules.ts';

const OWNER = { username: 'Founder', phone: '+8619900000001' };

describe('a password to be set', () => {
  it.each([
    'a-test-password',
    'jingtu-2026',
    'Abcdefgh',
    '鲸图数据平台2026',
    'correct horse battery staple',
    'x1'.repeat(32),
  ])('may be %s', (password) => expect(passwordProblem(password, OWNER)).toBeNull());

  it.each([
    ['a-1', '密码长度应为 8 到 64 个字符'],
    ['😀1😀2', '密码长度应为 8 到 64 个字符'],
    ['x1'.repeat(33), '密码长度应为 8 到 64 个字符'],
    ['abcdefghij', '密码至少包含大写字母、小写字母、数字、符号中的两种'],
    ['1234567890', '密码至少包含大写字母、小写字母、数字、符号中的两种'],
    ['founder-2026', '密码不能包含用户名'],
    ['xxFOUNDERxx', '密码不能包含用户名'],
    ['a19900000001', '密码不能包含手机号'],
    ['Password1', '这个密码太常见，请换一个'],
    ['a123456789', '这个密码太常见，请换一个'],
    ['1qaz2wsx', '这个密码太常见，请换一个'],
  ])('may not be %s: %s', (password, words) => expect(passwordProblem(password, OWNER)).toBe(words));

  it('of somebody without a name or a number is judged by itself', () => {
    expect(passwordProblem('a-test-password')).toBeNull();
  });
});
