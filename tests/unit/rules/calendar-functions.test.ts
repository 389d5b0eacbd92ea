import { describe, expect, test } from 'vitest';
import { addDays, addMonths, daysBetween, monthsBetween } from '#shared/rules/days.ts';
import { prng } from '#tests/support/prng.ts';
import { answer, refusal } from '#tests/support/rules/rule-runner.ts';

const random = prng(20261126);
/** A day between 1600 and 2199, as the calendar of JavaScript writes it. */
const anyDay = (): string =>
  new Date(Date.UTC(random.int(1600, 2199), 0, random.int(1, 365))).toISOString().slice(0, 10);

describe('days and months', () => {
  test('are added as the calendar of JavaScript adds them, and taken away again', () => {
    for (let turn = 0; turn < 2000; turn += 1) {
      const [day, count] = [anyDay(), random.int(-200_000, 200_000)];
      const at = new Date(day);
      at.setUTCDate(at.getUTCDate() + count);
      const wanted = at.toISOString().slice(0, 10);
      expect(addDays(day, count)).toBe(wanted);
      expect(daysBetween(day, wanted)).toBe(count);
    }
  });

  test('a month later is the same day, or the last one of a shorter month', () => {
    expect(addMonths('2024-01-31', 1)).toBe('2024-02-29');
    expect(addMonths('2023-01-31', 1)).toBe('2023-02-28');
    expect(addMonths('2024-03-31', -1)).toBe('2024-02-29');
    expect(addMonths('2024-12-15', 1)).toBe('2025-01-15');
    expect(addMonths('2024-05-31', 12)).toBe('2025-05-31');
  });

  test('whole months are those after which the day is reached', () => {
    for (let turn = 0; turn < 2000; turn += 1) {
      const [from, to] = [anyDay(), anyDay()].toSorted() as [string, string];
      const months = monthsBetween(from, to) ?? -1;
      expect(addMonths(from, months)?.localeCompare(to)).toBeLessThanOrEqual(0);
      expect(addMonths(from, months + 1)?.localeCompare(to)).toBe(1);
      expect(monthsBetween(to, from)).toBe(months === 0 ? 0 : -months);
    }
  });

  test('nothing leaves the calendar', () => {
    expect(addDays('9999-12-31', 1)).toBeUndefined();
    expect(addMonths('2024-01-31', 1e9)).toBeUndefined();
    expect(answer('addDays(self.start, 99999999)', { start: '2024-01-01' })).toBe(
      'fault: 结果不在公元 1 至 9999 年之间',
    );
  });
});

describe('functions of dates and numbers', () => {
  test('a month of a date that is a year alone is absent, its year is not', () => {
    expect(answer('year(self.start)', { start: '2024' })).toBe(2024);
    expect(answer('month(self.start)', { start: '2024' })).toBe('absent');
    expect(answer('day(self.seen)', { seen: '2024-05-31T18:00:00Z' })).toBe(1);
  });

  test('years are whole years', () => {
    expect(answer('yearsBetween(self.start, self.end)', { start: '2020-03-01', end: '2026-02-28' })).toBe(5);
  });

  test('halves are rounded away from zero, exactly', () => {
    expect(answer('round(self.price, 2)', { price: '1.005' })).toBe('1.01');
    expect(answer('round(self.price, 0)', { price: '-2.5' })).toBe('-3');
    expect(answer('round(self.price, 13)', { price: '1' })).toBe('fault: 小数位数应为 0 到 12 的整数');
  });

  test('what is left of a division has the sign of what is divided', () => {
    expect(answer('self.staff % 3', { staff: -7 })).toBe('-1');
    expect(answer('size(self.name) % 0', { name: '鲸' })).toBe('fault: 除数为 0');
  });

  test('a chosen option is called by its name', () => {
    expect(answer('label(self.way)', { way: 'a_times' })).toBe('一次性');
    expect(refusal('label(self.name)')).toBe('第 1 行第 12 列：label(…) 里请写有选项列表的字段，如 label(self.status)');
  });
});
