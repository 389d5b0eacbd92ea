import { expect, test } from 'vitest';
import { dayNumber, forwardWeight } from '#shared/matching/clock.ts';
import { daysFrom } from '#shared/time/days.ts';

test.each([
  ['2026-05-20', '2026-05-20'],
  ['2026-05', '2026-05-16'],
  ['2026', '2026-07-02'],
])('a deal of %s counts as one of %s', (text, day) => {
  expect(dayNumber(text)).toBe(daysFrom('1970-01-01', day));
});

test('a deal weighs half as much as one that is a half-life later, whenever that is', () => {
  for (const day of ['2011-01-01', '2026-11-23']) {
    const on = dayNumber(day);
    expect(forwardWeight(on + 730.5, 24) / forwardWeight(on, 24)).toBeCloseTo(2, 10);
  }
});
