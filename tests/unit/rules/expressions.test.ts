import { describe, expect, test } from 'vitest';
import { context } from '#tests/support/metadata/sample-object.ts';
import { answer, readsOf } from '#tests/support/rules/rule-runner.ts';

const cny = (num: string) => ({ num, currency: 'CNY' });

describe('numbers in rules are exact', () => {
  test('0.1 and 0.2 make 0.3', () => {
    expect(answer('self.price + self.ratio == 0.3', { price: '0.1', ratio: '0.2' })).toBe(true);
  });

  test('a fraction in a rule keeps every digit it was written with', () => {
    expect(answer('self.price == 0.12345678901234567890123', { price: '0.12345678901234567890123' })).toBe(true);
    expect(answer('self.price == 0.12345678901234567890123', { price: '0.12345678901234567' })).toBe(false);
  });

  test('integers, decimals, percents and amounts compare with each other and with literals on either side', () => {
    expect(answer('self.staff > self.price', { staff: 5, price: '4.99' })).toBe(true);
    expect(answer('10 >= self.ratio', { ratio: '10.01' })).toBe(false);
    expect(answer('self.amount.num < 0.5', { amount: cny('0.49') })).toBe(true);
    expect(answer('self.price == 2', { price: '2.00' })).toBe(true);
  });

  test('amounts of 24 digits are multiplied without losing one', () => {
    const num = '999999999999999999999999';
    expect(answer('self.amount.num * self.amount.num', { amount: cny(num) })).toBe(String(BigInt(num) ** 2n));
  });

  test('division is exact to 80 digits and by zero is a fault, never infinity', () => {
    expect(answer('self.price / 4', { price: '1' })).toBe('0.25');
    expect(answer('self.price / self.ratio', { price: '1', ratio: '0' })).toBe('fault: 除数为 0');
  });

  test('arithmetic follows the usual precedence and signs', () => {
    expect(answer('-self.price + 2 * (self.price - 1)', { price: '3' })).toBe('1');
    expect(answer('-3 + size(self.name)', { name: '鲸图' })).toBe(-1);
  });

  test('a number too large for a count is a fault', () => {
    expect(answer('9007199254740991 + size(self.name)', { name: '鲸图' })).toBe('fault: 整数超出范围');
  });
});

describe('texts', () => {
  test('length is counted in code points by size and len', () => {
    expect(answer('size(self.name)', { name: '𠮷野家' })).toBe(3);
    expect(answer('len(self.name)', { name: '𠮷野家' })).toBe(3);
    expect(answer('self.name.size()', { name: '👨‍👩‍👧' })).toBe(5);
  });

  test('startsWith, endsWith, contains and joining work on Chinese', () => {
    expect(answer("self.name.startsWith('上海') && self.name.endsWith('公司')", { name: '上海鲸图公司' })).toBe(true);
    expect(answer("self.name.contains('鲸')", { name: '上海鲸图公司' })).toBe(true);
    expect(answer("self.name + '（' + self.alias + '）'", { name: '甲', alias: '乙' })).toBe('甲（乙）');
    expect(answer("string(self.price) + ' 元'", { price: '12.50' })).toBe('12.5 元');
  });

  test('a text that has only blanks is no value', () => {
    expect(answer('blank(self.name)', { name: ' \u3000\t' })).toBe(true);
    expect(answer("self.name == ' '", { name: ' ' })).toBe('absent');
    expect(answer('blank(self.name)', { name: ' a' })).toBe(false);
  });
});

describe('dates', () => {
  test('compare as ISO text, so that a year or a month is before its own days', () => {
    expect(answer('self.start <= self.end', { start: '2026-01-31', end: '2026-02-01' })).toBe(true);
    expect(answer('self.start < self.end', { start: '2026', end: '2026-01-01' })).toBe(true);
    expect(answer('self.start <= today', { start: '2026-06-15' })).toBe(true);
  });

  test('firstDay and lastDay give a partial date the benefit of the doubt', () => {
    const dates = { start: '2026-06', end: '2026' };
    expect(answer('self.start <= self.end', dates)).toBe(false);
    expect(answer('firstDay(self.start) <= lastDay(self.end)', dates)).toBe(true);
    expect(answer('lastDay(self.start)', { start: '2024-02' })).toBe('2024-02-29');
  });

  test('daysBetween counts over leap days, centuries and backwards', () => {
    expect(answer('daysBetween(self.start, self.end)', { start: '2024-02-28', end: '2024-03-01' })).toBe(2);
    expect(answer('daysBetween(self.start, self.end)', { start: '1900-02-28', end: '1900-03-01' })).toBe(1);
    expect(answer('daysBetween(self.end, self.start)', { start: '2025-01-01', end: '2026-01-01' })).toBe(-365);
    expect(answer('daysBetween(self.start, today) > 30', { start: '2026' })).toBe(true);
  });

  test('an instant falls on the day it has in Shanghai', () => {
    expect(answer('daysBetween(self.seen, today)', { seen: '2026-06-14T15:59:59Z' })).toBe(1);
    expect(answer('daysBetween(self.seen, today)', { seen: '2026-06-14T16:00:00Z' })).toBe(0);
    expect(answer('daysBetween(self.seen, today)', { seen: '2025-12-31T20:00Z' })).toBe(165);
  });

  test('a text that is no date is a fault that shows it', () => {
    expect(answer('daysBetween(self.name, today)', { name: '昨天' })).toBe('fault: “昨天”不是日期');
  });
});

describe('lists, links and files', () => {
  test('membership, size and comprehensions', () => {
    const values = { tags: ['AI', '医疗'] };
    expect(answer("'AI' in self.tags && size(self.tags) == 2", values)).toBe(true);
    expect(answer('self.tags.all(tag, len(tag) >= 2)', values)).toBe(true);
    expect(answer("self.tags.exists(tag, tag.startsWith('医'))", values)).toBe(true);
    expect(answer("self.tags.exists_one(tag, tag != 'AI')", values)).toBe(true);
    expect(answer('self.tags.filter(tag, len(tag) > 2)', values)).toEqual([]);
    expect(answer("self.tags.map(tag, tag + '!')[1]", values)).toBe('医疗!');
    expect(answer("self.tags == ['AI', '医疗']", values)).toBe(true);
  });

  test('two levels see both variables', () => {
    expect(answer('self.tags.all(a, self.tags.exists(b, a == b))', { tags: ['x', 'y'] })).toBe(true);
  });

  test('a link is its id, several links are a list of ids', () => {
    expect(answer("self.company == '12'", { company: { id: '12', name: '甲' } })).toBe(true);
    expect(
      answer('self.company in self.investors', { company: { id: '3' }, investors: [{ id: '1' }, { id: '3' }] }),
    ).toBe(true);
  });

  test('a file has url, name and size in bytes', () => {
    const deck = { url: 'https://files.example.com/a.pdf', name: 'a.pdf', size: 1024 };
    expect(answer("self.deck.name.endsWith('.pdf') && self.deck.size <= 5242880", { deck })).toBe(true);
  });
});

describe('amounts', () => {
  test('sameCurrency compares currencies; num compares what is comparable', () => {
    const values = { amount: cny('100'), paid: { num: '14', currency: 'USD' } };
    expect(answer('sameCurrency(self.amount, self.paid)', values)).toBe(false);
    expect(answer('sameCurrency(self.amount, self.paid)', { ...values, paid: cny('1') })).toBe(true);
  });

  test('the equivalent is worked out at the rate of the event, never taken from what was sent', () => {
    const rates = {
      rate: (currency: string, day: string) => (currency === 'USD' && day === '2026-01-01' ? '7.1' : undefined),
    };
    const paid = { num: '14', currency: 'USD', equivalentMoney: '1' };
    expect(answer('self.paid.equivalentMoney', { paid, start: '2026' }, { ...context, rates })).toBe('99.4');
    expect(answer('self.paid.equivalentMoney', { paid, start: '2026' })).toBe(
      'fault: 没有美元 2026-01-01 或之前的汇率，无法折算成人民币',
    );
    const today = { rate: (_: string, day: string) => (day === context.today ? '2' : undefined) };
    expect(answer('self.paid.equivalentMoney', { paid }, { ...context, rates: today })).toBe('28');
    expect(answer('self.amount.equivalentMoney', { amount: cny('5') })).toBe('5');
    expect(answer('old.paid.equivalentMoney', {}, { ...context, old: { paid } })).toBe('1');
  });

  test('two amounts are equal when number, currency and band are', () => {
    const old = { amount: { num: '5', currency: 'CNY', equivalentMoney: '5' } };
    expect(answer('self.amount == old.amount', { amount: cny('5') }, { ...context, old })).toBe(true);
    expect(answer('self.amount != old.amount', { amount: cny('6') }, { ...context, old })).toBe(true);
  });
});

describe('the roots', () => {
  test('old is the record as saved, and absent for a new one', () => {
    expect(answer("old.way == 'monthly'", {}, { ...context, old: { way: 'monthly' } })).toBe(true);
    expect(answer("old.way == 'monthly'", {})).toBe('absent');
  });

  test('user has an id and roles', () => {
    expect(answer("user.id == '7' && 'START_UP' in user.roles")).toBe(true);
  });
});

describe('what an expression reads', () => {
  test('fields of self through functions, comprehensions and choices; not those of old', () => {
    expect(readsOf("self.listed ? self.tags.all(t, t != self.name) : has(self.amount) && old.way == 'x'")).toEqual([
      'amount',
      'listed',
      'name',
      'tags',
    ]);
  });

  test('an equivalent reads the date of its rate too', () => {
    expect(readsOf('self.paid.equivalentMoney > 1')).toEqual(['paid', 'start']);
  });
});
