import { describe, expect, test } from 'vitest';
import { answer } from '#tests/support/rules/rule-runner.ts';

// 2026-06-15 in Asia/Shanghai lasts from 2026-06-14T16:00Z to 2026-06-15T16:00Z.
const FIRST = '2026-06-14T16:00Z';
const LAST = '2026-06-15T15:59:59.999Z';
const BEFORE = '2026-06-14T15:59:59.999Z';
const AFTER = '2026-06-15T16:00:00Z';

describe('an instant beside a day', () => {
  test.each(['today', "'2026-06-15'", 'self.start'])('falls on the day that it has in Asia/Shanghai: %s', (day) => {
    const ask = (op: string, seen: string) => answer(`self.seen ${op} ${day}`, { seen, start: '2026-06-15' });
    for (const seen of [FIRST, LAST]) {
      expect(['==', '<=', '>='].map((op) => ask(op, seen))).toEqual([true, true, true]);
      expect(['!=', '<', '>'].map((op) => ask(op, seen))).toEqual([false, false, false]);
    }
    expect(['<', '<=', '==', '>'].map((op) => ask(op, BEFORE))).toEqual([true, true, false, false]);
    expect(['>', '>=', '==', '<'].map((op) => ask(op, AFTER))).toEqual([true, true, false, false]);
  });

  test('is on the other side as well, as saved, and after a choice between instants', () => {
    expect(answer('today == self.seen', { seen: FIRST })).toBe(true);
    expect(
      answer('old.seen == today', {}, { user: { id: '', roles: [] }, today: '2026-06-15', old: { seen: LAST } }),
    ).toBe(true);
    expect(answer('(self.listed ? self.seen : self.seen) == today', { seen: LAST, listed: true })).toBe(true);
  });

  test('gives its day to firstDay and lastDay', () => {
    expect(answer('firstDay(self.seen)', { seen: AFTER })).toBe('2026-06-16');
    expect(answer('lastDay(self.seen)', { seen: FIRST })).toBe('2026-06-15');
  });
});

describe('an instant beside another', () => {
  test('is compared by time, however exactly it is written', () => {
    const old = { seen: '2026-06-14T16:00:00.000Z' };
    const given = { user: { id: '', roles: [] }, today: '2026-06-15', old };
    expect(answer('self.seen == old.seen', { seen: FIRST }, given)).toBe(true);
    expect(answer('self.seen < old.seen', { seen: FIRST }, given)).toBe(false);
    expect(answer('self.seen > old.seen', { seen: '2026-06-14T16:00:01Z' }, given)).toBe(true);
  });
});
