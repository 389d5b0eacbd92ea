import { describe, expect, test } from 'vitest';
import { readProviders } from '#server/platform/providers/providers.ts';

const SET = { ASSISTANT_URL: 'https://model.example/v1', ASSISTANT_MODEL: 'm' };
const modelOf = (env: Readonly<Record<string, string>>) => readProviders(env, () => undefined).model;

describe('a language model', () => {
  test('is there only where its address and name are set', () => {
    expect(modelOf({})).toBeNull();
    expect(modelOf(SET)?.dailyQuestions).toBe(1000);
    expect(modelOf({ ...SET, ASSISTANT_DAILY: '20' })?.dailyQuestions).toBe(20);
    expect(() => modelOf({ ASSISTANT_KEY: 'k' })).toThrow('缺少环境变量：ASSISTANT_URL、ASSISTANT_MODEL');
    expect(() => modelOf({ ...SET, ASSISTANT_DAILY: '0' })).toThrow('ASSISTANT_DAILY 应为正整数');
  });

  test.each([
    'http://127.0.0.1:11434/v1',
    'http://localhost/v1',
    'http://model:8000',
    'http://10.1.2.3/v1',
    'http://[::1]/v1',
  ])('may be asked without https nearby: %s', (url) => {
    expect(modelOf({ ...SET, ASSISTANT_URL: url })).not.toBeNull();
  });

  test.each([
    ['ftp://model.example', '应为 http 或 https 网址'],
    ['file:///etc/passwd', '应为 http 或 https 网址'],
    ['model.example', '应为 http 或 https 网址'],
    ['http://model.example/v1', '必须使用 https'],
    ['http://8.8.8.8/v1', '必须使用 https'],
    ['https://user:secret@model.example/v1', '不能含有用户名或密码'],
    ['https://model.example/v1?key=1', '不能含有 ? 或 #'],
  ])('cannot be at %s', (url, why) => {
    expect(() => modelOf({ ...SET, ASSISTANT_URL: url })).toThrow(why);
  });
});
