import { describe, expect, it } from 'vitest';
import { countLabel } from '#client/features/records/base/count-labels.ts';
import { RowWindow } from '#client/features/records/base/row-window.ts';

const rows = (count: number) => Array.from({ length: count }, (_, at) => ({ id: String(at + 1) }));

/** A list whose first hundred rows are here, of more. */
function opened(): RowWindow {
  const window = new RowWindow();
  window.put(0, { list: rows(100), after: 'more', total: 101 });
  return window;
}

const words = (window: RowWindow): string => (window.count ? countLabel(window.count) : '');

describe('the words for how long a list is', () => {
  it('call an estimate one', () => {
    const window = opened();
    window.counted = { total: 4321, isExact: false, isEstimate: true };
    expect(words(window)).toBe('约 4,321 条');
  });

  it('report no fewer rows than were seen', () => {
    const window = opened();
    window.counted = { total: 1, isExact: false, isEstimate: true };
    expect(words(window)).toBe('101+ 条');
  });

  it('say that there are more where counting stopped', () => {
    const window = opened();
    window.counted = { total: 1000, isExact: false };
    expect(words(window)).toBe('1,000+ 条');
  });

  it('are exact once the end was seen', () => {
    const window = new RowWindow();
    window.put(0, { list: rows(78), after: null, total: 78 });
    window.counted = { total: 1, isExact: false, isEstimate: true };
    expect(words(window)).toBe('78 条');
  });
});
