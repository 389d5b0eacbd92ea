import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { formatDay, formatShanghai } from '#shared/time/format.ts';
import { shanghaiDay, shanghaiInstant, shanghaiTime, startOfShanghaiDay } from '#shared/time/shanghai.ts';

const own = process.env['TZ'];
afterAll(() => {
  if (own === undefined) delete process.env['TZ'];
  else process.env['TZ'] = own;
});

describe.each(['UTC', 'Asia/Shanghai', 'America/New_York', 'Pacific/Kiritimati'])('In a process of %s', (zone) => {
  beforeEach(() => {
    process.env['TZ'] = zone;
  });

  test('a day begins at midnight of Asia/Shanghai', () => {
    expect(startOfShanghaiDay('2026-11-21').toISOString()).toBe('2026-11-20T16:00:00.000Z');
    expect(shanghaiDay(new Date('2026-11-20T15:59:59.999Z'))).toBe('2026-11-20');
    expect(shanghaiDay(new Date('2026-11-20T16:00:00.000Z'))).toBe('2026-11-21');
  });

  test('an instant reads as clocks of Asia/Shanghai show it, also when New York changes its clocks', () => {
    expect(shanghaiTime(new Date('2026-12-31T16:00:01Z'))).toBe('2027-01-01 00:00:01');
    expect(formatShanghai('2026-03-08T07:30:00Z', 'YYYY年M月D日 HH:mm')).toBe('2026年3月8日 15:30');
    expect(formatShanghai(Date.parse('2026-11-01T06:30:00Z'), 'HH:mm')).toBe('14:30');
  });

  test('what is typed as a time of Asia/Shanghai is that instant', () => {
    expect(shanghaiInstant('2026-11-21T19:00').toISOString()).toBe('2026-11-21T11:00:00.000Z');
    expect(shanghaiInstant('2026-11-21T25:00').getTime()).toBeNaN();
  });

  test('a day in a format stays that day', () => {
    expect(formatDay('2026-03-08', 'YYYY/M/D')).toBe('2026/3/8');
  });
});
