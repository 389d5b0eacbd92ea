import { describe, expect, it } from 'vitest';
import { daysOfPeriod, isIncomplete, periodLabel, periodsBetween } from '#shared/charts/periods.ts';

describe('periods', () => {
  it('follow each other without a gap, over the ends of years', () => {
    expect(periodsBetween('2023', '2025', 'year', 40)).toEqual(['2023', '2024', '2025']);
    expect(periodsBetween('2023Q3', '2024Q2', 'quarter', 40)).toEqual(['2023Q3', '2023Q4', '2024Q1', '2024Q2']);
    expect(periodsBetween('2023-11', '2024-02', 'month', 40)).toEqual(['2023-11', '2023-12', '2024-01', '2024-02']);
    expect(periodsBetween('2024Q4', '2024Q4', 'quarter', 40)).toEqual(['2024Q4']);
    expect(periodsBetween('2020W52', '2021W02', 'week', 40)).toEqual(['2020W52', '2020W53', '2021W01', '2021W02']);
    expect(periodsBetween('2024W52', '2025W01', 'week', 40)).toEqual(['2024W52', '2025W01']);
  });

  it('are the newest ones where there are too many', () => {
    expect(periodsBetween('1000', '2024', 'year', 3)).toEqual(['2022', '2023', '2024']);
    expect(periodsBetween('1999-01', '2024-01', 'month', 2)).toEqual(['2023-12', '2024-01']);
  });

  it.each([
    ['2024', 'year', '2024-01-01', '2024-12-31', '2024年'],
    ['2024Q1', 'quarter', '2024-01-01', '2024-03-31', '2024年一季度'],
    ['2024Q4', 'quarter', '2024-10-01', '2024-12-31', '2024年四季度'],
    ['2024-02', 'month', '2024-02-01', '2024-02-29', '2024年2月'],
    ['2023-02', 'month', '2023-02-01', '2023-02-28', '2023年2月'],
    ['2026W47', 'week', '2026-11-16', '2026-11-22', '2026年第47周'],
    ['2025W01', 'week', '2024-12-30', '2025-01-05', '2025年第1周'],
    ['2020W53', 'week', '2020-12-28', '2021-01-03', '2020年第53周'],
  ] as const)('%s of unit %s is from %s to %s and written %s', (key, unit, from, to, label) => {
    expect(daysOfPeriod(key, unit)).toEqual({ from, to });
    expect(periodLabel(key, unit)).toBe(label);
  });
});

describe('a period is marked incomplete until half a year after its end', () => {
  it.each([
    ['2026', 'year', '2026-11-21', true],
    ['2025', 'year', '2026-06-29', true],
    ['2025', 'year', '2026-06-30', false],
    ['2026Q2', 'quarter', '2026-11-21', true],
    ['2026Q1', 'quarter', '2026-11-21', false],
    ['2026Q1', 'quarter', '2026-09-29', true],
    ['2025-08', 'month', '2026-02-27', true],
    ['2025-08', 'month', '2026-02-28', false],
    ['2030', 'year', '2026-11-21', true],
    ['2026W20', 'week', '2026-11-21', true],
    ['2026W18', 'week', '2026-11-30', false],
  ] as const)('%s by %s on %s: %s', (key, unit, today, expected) => {
    expect(isIncomplete(key, unit, today)).toBe(expected);
  });
});
