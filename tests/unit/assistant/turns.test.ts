import { expect, test } from 'vitest';
import { Turns } from '#server/features/jingchat/turns.ts';

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

test('no more work at the same time than may, and each begins in the order in which it came', async () => {
  const turns = new Turns(2);
  const begun: number[] = [];
  const ends = new Map<number, () => void>();
  const all = [1, 2, 3, 4].map((one) =>
    turns.run(async () => {
      begun.push(one);
      await new Promise<void>((resolve) => ends.set(one, resolve));
      return one;
    }),
  );
  await settled();
  expect(begun).toEqual([1, 2]);
  ends.get(2)?.();
  await settled();
  expect(begun).toEqual([1, 2, 3]);
  ends.get(1)?.();
  ends.get(3)?.();
  await settled();
  ends.get(4)?.();
  expect(await Promise.all(all)).toEqual([1, 2, 3, 4]);
});

test('work that fails gives its turn to the next', async () => {
  const turns = new Turns(1);
  const failing = turns.run(() => Promise.reject(new Error('failed')));
  const next = turns.run(() => Promise.resolve('done'));
  await expect(failing).rejects.toThrow('failed');
  expect(await next).toBe('done');
});

test('who comes when a thousand wait is asked to try later', async () => {
  const turns = new Turns(0);
  for (let waiting = 0; waiting < 1000; waiting += 1) void turns.run(() => Promise.resolve());
  await expect(turns.run(() => Promise.resolve())).rejects.toMatchObject({ failure: 'UNAVAILABLE' });
});
