import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type RecordHint, RecordHints } from '#server/platform/events/record-hints.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('asks screens to read records again while others are written without a pause', async () => {
  const announced: RecordHint[] = [];
  const hints = new RecordHints((hinted) => announced.push(...hinted));
  for (let count = 0; count < 100; count += 1) {
    hints.hear([{ objectApiName: 'InsightNews', ids: [String(count)] }]);
    await vi.advanceTimersByTimeAsync(20);
  }
  // Two seconds: one hint at once and one each half second, of at most fifty records, by their names.
  expect(announced.length).toBeGreaterThanOrEqual(4);
  expect(announced.flatMap(({ ids }) => ids ?? ['unnamed'])).not.toContain('unnamed');
});
