import { expect, test } from 'vitest';
import { answer } from '#tests/support/rules/rule-runner.ts';

const tags = Array.from({ length: 999 }, (_, index) => `tag${index}`);

test('a rule that would visit a million pairs is stopped and says so', () => {
  expect(answer("self.tags.all(a, self.tags.all(b, a + b != 'x'))", { tags })).toBe(
    'fault: 计算量太大，一次最多 20000 步',
  );
  expect(answer("self.tags.exists(a, self.tags.exists(b, a + b == 'x')) || true", { tags })).toBe(true);
});

test('a list of 999 entries is well within what a rule may visit', () => {
  expect(answer('self.tags.all(a, len(a) > 3)', { tags })).toBe(true);
});

test('texts stop growing at 100,000 characters', () => {
  const twice = (times: number): string => (times === 0 ? 'self.name' : `(${twice(times - 1)} + ${twice(times - 1)})`);
  expect(answer(`size(${twice(5)})`, { name: '文'.repeat(20000) })).toBe('fault: 文本太长，最多 100000 个字符');
});

test('lists stop growing at 10,000 entries', () => {
  const twice = (times: number): string => (times === 0 ? 'self.tags' : `(${twice(times - 1)} + ${twice(times - 1)})`);
  expect(answer(`size(${twice(4)})`, { tags })).toBe('fault: 列表太长，最多 10000 项');
});
