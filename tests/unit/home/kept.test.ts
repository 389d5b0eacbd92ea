import { describe, expect, it } from 'vitest';
import { Kept } from '#server/features/home/base/kept.ts';

/** What counts how often it was read, at an instant that the test moves. */
function counted() {
  let [clock, reads] = [0, 0];
  const kept = new Kept<number>(() => new Date(clock));
  const read = async () => {
    reads += 1;
    return reads;
  };
  return {
    get: () => kept.get('key', read),
    fail: () => kept.get('key', async () => Promise.reject(new Error('no database'))),
    pass: (seconds: number) => (clock += seconds * 1000),
  };
}

describe('What many users are shown alike', () => {
  it('is read once a minute', async () => {
    const { get, pass } = counted();
    expect([await get(), await get()]).toEqual([1, 1]);
    pass(59);
    expect(await get()).toBe(1);
  });

  it('is given at once when it is older, and read again meanwhile', async () => {
    const { get, pass } = counted();
    await get();
    pass(61);
    // Both ask before the new one is there.
    expect(await Promise.all([get(), get()])).toEqual([1, 1]);
    expect(await get()).toBe(2);
  });

  it('is waited for where it is half an hour old', async () => {
    const { get, pass } = counted();
    await get();
    pass(1801);
    expect(await get()).toBe(2);
  });

  it('goes on being given where it cannot be read again, and a failure is not kept', async () => {
    const { get, fail, pass } = counted();
    await expect(fail()).rejects.toThrow('no database');
    expect(await get()).toBe(1);
    pass(61);
    expect(await fail()).toBe(1);
    expect(await get()).toBe(1);
  });
});
