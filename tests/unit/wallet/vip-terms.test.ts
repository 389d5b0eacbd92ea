import { describe, expect, it } from 'vitest';
import { addDays, endOf, nextTerm, type Term, withoutTerm } from '#server/platform/coins/vip-terms.ts';
import { prng } from '#tests/support/prng.ts';
import { DAY_MS } from '#shared/time/durations.ts';

const NOW = new Date('2026-11-21T04:00:00Z');
const day = (days: number): Date => addDays(NOW, days);
const term = (id: string, from: number, to: number): Term => ({ id, starts: day(from), ends: day(to) });
const days = ({ starts, ends }: { starts: Date; ends: Date }): number => (ends.getTime() - starts.getTime()) / DAY_MS;

describe('terms of VIP', () => {
  it('begin now, or behind what is there', () => {
    expect(nextTerm(null, 30, NOW)).toEqual({ starts: NOW, ends: day(30) });
    expect(nextTerm(day(-1), 30, NOW)).toEqual({ starts: NOW, ends: day(30) });
    expect(nextTerm(day(10), 30, NOW)).toEqual({ starts: day(10), ends: day(40) });
    expect(nextTerm(NOW, 1, NOW)).toEqual({ starts: NOW, ends: day(1) });
  });

  it('are of 24 hours a day, over the ends of months, years and leap days', () => {
    expect(addDays(new Date('2027-12-31T16:00:00Z'), 1).toISOString()).toBe('2028-01-01T16:00:00.000Z');
    expect(addDays(new Date('2028-02-28T15:59:59Z'), 1).toISOString()).toBe('2028-02-29T15:59:59.000Z');
    expect(addDays(new Date('2026-11-21T04:00:00Z'), 365).toISOString()).toBe('2027-11-21T04:00:00.000Z');
  });

  it('end with the last of them', () => {
    expect(endOf([], NOW)).toBeNull();
    expect(endOf([term('a', -30, 0)], NOW)).toBeNull();
    expect(endOf([term('a', -30, 5), term('b', 5, 35)], NOW)).toEqual(day(35));
  });

  it('lose what is not over of one that is taken away, and those behind it move forward', () => {
    const terms = [term('a', -10, 20), term('b', 20, 50), term('c', 50, 60)];
    expect(withoutTerm(terms, 'a', NOW)).toEqual({
      cut: term('a', -10, 0),
      moved: [term('b', 0, 30), term('c', 30, 40)],
    });
    expect(withoutTerm(terms, 'b', NOW)).toEqual({ cut: term('b', 20, 20), moved: [term('c', 20, 30)] });
    expect(withoutTerm(terms, 'c', NOW)).toEqual({ cut: term('c', 50, 50), moved: [] });
    expect(withoutTerm([term('a', -30, -1), term('b', -1, 5)], 'a', NOW)).toEqual({
      cut: term('a', -30, -1),
      moved: [],
    });
    expect(withoutTerm(terms, 'x', NOW)).toBeUndefined();
  });

  it('never lose or win a day of the others, in 500 drawn histories', () => {
    const random = prng(3);
    for (let history = 0; history < 500; history += 1) {
      let until: Date | null = null;
      const terms: Term[] = [];
      for (let index = 0; index < random.int(1, 6); index += 1) {
        const next: { starts: Date; ends: Date } = nextTerm(until, random.int(1, 400), day(random.int(-300, -1)));
        terms.push({ id: String(index), ...next });
        until = next.ends;
      }
      const taken = String(random.int(0, terms.length - 1));
      const left = withoutTerm(terms, taken, NOW);
      const after = terms.flatMap((each) =>
        each.id === taken ? [] : [left?.moved.find(({ id }) => id === each.id) ?? each],
      );
      for (const each of after) expect(days(each)).toBe(days(terms.find(({ id }) => id === each.id) ?? each));
      const used = left && days(left.cut) > 0 ? [left.cut] : [];
      const order = [...after, ...used].toSorted((a, b) => a.starts.getTime() - b.starts.getTime());
      const overlaps = order.filter((each, index) => each.starts < (order[index - 1]?.ends ?? each.starts));
      expect(overlaps).toEqual([]);
    }
  });
});
