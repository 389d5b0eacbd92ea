import { describe, expect, test } from 'vitest';
import { answer } from '#tests/support/rules/rule-runner.ts';

describe('a rule whose inputs are absent has no answer', () => {
  test.each([
    'self.price > 1',
    "self.name == 'x'",
    "self.name != 'x'",
    '!self.listed',
    'size(self.tags) > 0',
    "'x' in self.tags",
    'self.tags.all(t, len(t) > 1)',
    'self.amount.num > 1',
    'has(self.amount.num)',
    'self.price + 1',
    'self.listed ? 1 : 2',
    'daysBetween(self.start, today)',
    'sameCurrency(self.amount, self.paid)',
    '[self.name, self.alias]',
  ])('%s', (expression) => {
    expect(answer(expression)).toBe('absent');
  });

  test('an entry beyond the end of a list is absent', () => {
    expect(answer("self.tags[1] == 'x'", { tags: ['a'] })).toBe('absent');
  });

  test('an amount with only its currency is absent, one with only a band has no number', () => {
    expect(answer('has(self.amount)', { amount: { currency: 'CNY' } })).toBe(false);
    expect(answer('has(self.amount)', { amount: { band: 'millions' } })).toBe(true);
    expect(answer('has(self.amount.num)', { amount: { band: 'millions' } })).toBe(false);
  });
});

describe('rules about absence', () => {
  test('has and blank always answer for a field', () => {
    expect(answer('has(self.name)')).toBe(false);
    expect(answer('has(self.name)', { name: 'x' })).toBe(true);
    expect(answer('blank(self.tags)', { tags: [] })).toBe(true);
    expect(answer('blank(self.listed)', { listed: false })).toBe(false);
    expect(answer('blank(self.staff)', { staff: 0 })).toBe(false);
  });

  test('blank answers for a part as well, even where the whole is absent', () => {
    expect(answer('blank(self.amount.num)')).toBe(true);
    expect(answer('blank(self.amount.num)', { amount: { num: '0', currency: 'CNY' } })).toBe(false);
  });

  test('a side that decides does so though the other is absent', () => {
    expect(answer("blank(self.way) || self.way == 'monthly'")).toBe(true);
    expect(answer("self.way == 'monthly' || blank(self.way)")).toBe(true);
    expect(answer("has(self.way) && self.way == 'monthly'")).toBe(false);
    expect(answer("self.way == 'monthly' && has(self.way)")).toBe(false);
    expect(answer("self.way == 'monthly' || self.listed", { listed: false })).toBe('absent');
    expect(answer("self.tags.exists(t, t == self.name || t == 'a')", { tags: ['b', 'a'] })).toBe(true);
  });

  test('a fault is never hidden behind an absence', () => {
    expect(answer('self.listed && self.price / 0 > 1', { price: '1' })).toBe('fault: 除数为 0');
    expect(answer('self.price / 0 > 1 || self.listed', { price: '1' })).toBe('fault: 除数为 0');
    expect(answer('self.price / 0 > 1 || self.listed', { price: '1', listed: true })).toBe(true);
    expect(answer('has(self.name) ? self.price / 0 > 1 : true', { price: '1' })).toBe(true);
  });
});
