import { expect, it } from 'vitest';
import { heapGrowth } from '#tests/soak/heap.ts';

const MINUTE = 60_000;
const MEGABYTE = 1024 * 1024;

/** An hour with a reading each minute: garbage comes and goes, `live` megabytes stay. */
const hour = (live: (minute: number) => number) =>
  Array.from({ length: 61 }, (_, minute) => ({
    at: minute * MINUTE,
    bytes: (live(minute) + 7 * (minute % 5)) * MEGABYTE,
  }));

it('a heap that fills its caches in ten minutes and only has garbage after them does not grow', () => {
  expect(heapGrowth(hour((minute) => Math.min(minute, 10)))).toBe(0);
});

it('a heap that keeps a megabyte a minute grows by what it keeps between the eleventh and the last minutes', () => {
  expect(heapGrowth(hour((minute) => minute))).toBe(45);
});
