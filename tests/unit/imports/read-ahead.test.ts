import { describe, expect, it } from 'vitest';
import { readAhead } from '#server/features/imports/run/read-ahead.ts';

/** Gives 1, 2, 3 and notes what was asked for and whether it was closed. */
function source(fault?: Error) {
  const seen = { read: [] as number[], closed: 0 };
  async function* items() {
    try {
      for (const item of [1, 2, 3]) {
        seen.read.push(item);
        if (item === 2 && fault) throw fault;
        yield item;
      }
    } finally {
      seen.closed += 1;
    }
  }
  return { seen, items: items() };
}

describe('reading ahead', () => {
  it('has the next item read while the one before is at work, and gives all in order', async () => {
    const { seen, items } = source();
    const given: [number, number][] = [];
    for await (const item of readAhead(items)) {
      await Promise.resolve();
      given.push([item, seen.read.length]);
    }
    expect(given).toEqual([
      [1, 2],
      [2, 3],
      [3, 3],
    ]);
    expect(seen.closed).toBe(1);
  });

  it('throws what reading threw after the items before it', async () => {
    const fault = new Error('the file ends in the middle');
    const { items } = source(fault);
    const given: number[] = [];
    const reading = (async () => {
      for await (const item of readAhead(items)) given.push(item);
    })();
    await expect(reading).rejects.toBe(fault);
    expect(given).toEqual([1]);
  });

  it('closes what it reads when no more is wanted', async () => {
    const { seen, items } = source();
    for await (const item of readAhead(items)) if (item === 1) break;
    expect(seen).toEqual({ read: [1, 2], closed: 1 });
  });
});
