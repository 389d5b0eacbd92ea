import { describe, expect, it } from 'vitest';
import { isCommonPassword } from '#server/platform/accounts/common-passwords.ts';
import { SAMPLE_PASSWORD } from '#server/commands/seed/store-sample.ts';
import { passwordProblem } from '#shared/validation/password-rules.ts';

const OWNER = { username: 'Founder', phone: '+8619900000001' };

describe('a password to be set', () => {
  it.each([
    'a-test-password',
    'jingtu-2026',
    'Abcdefghij',
    '鲸图数据平台2026',
    'correct horse battery staple',
    'x1'.repeat(32),
  ])('may be %s', (password) => expect(passwordProblem(password, OWNER)).toBeNull());

  it.each([
    ['a-1', '密码长度应为 10 到 64 个字符'],
    ['😀1😀2', '密码长度应为 10 到 64 个字符'],
    ['x1'.repeat(33), '密码长度应为 10 到 64 个字符'],
    ['abcdefghij', '密码至少包含大写字母、小写字母、数字、符号中的两种'],
    ['1234567890', '密码至少包含大写字母、小写字母、数字、符号中的两种'],
    ['founder-2026', '密码不能包含用户名'],
    ['xxFOUNDERxx', '密码不能包含用户名'],
    ['a19900000001', '密码不能包含手机号'],
    ['x199-0000-0001', '密码不能包含手机号'],
    ['Short-1-x', '密码长度应为 10 到 64 个字符'],
  ])('may not be %s: %s', (password, words) => expect(passwordProblem(password, OWNER)).toBe(words));

  it('of a user without a name or a number is judged by itself', () => {
    expect(passwordProblem('a-test-password')).toBeNull();
  });
});

describe('a password among those that are tried first', () => {
  it.each([
    'Password1!',
    'password123',
    'PASSWORD1234',
    '11111111a1',
    'aaaaaaaaaa1',
    'qwertyuiop1',
    '1q2w3e4r5t',
    'Aa123456789',
    '!!woaini1314!!',
    'superman2024',
  ])('is known: %s', async (password) => expect(await isCommonPassword(password)).toBe(true));

  it.each([
    'a-test-password',
    'orchard lantern 47',
    '鲸图数据平台2026',
    'correct horse battery staple',
    SAMPLE_PASSWORD,
  ])('is not %s', async (password) => {
    expect(await isCommonPassword(password)).toBe(false);
    expect(passwordProblem(password)).toBeNull();
  });
});
