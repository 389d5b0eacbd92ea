import { setTimeout as wait } from 'node:timers/promises';

export interface Pace {
  readonly perSecond: number;
  readonly seconds: number;
  /** Acts under way at once, at most. */
  readonly workers: number;
}

/**
 * Acts at even distances and gives the milliseconds that each took, sorted. One that is due while all workers are busy
 * waits, and that wait counts: what is overloaded must not look better because less is asked of it.
 */
export async function atPace(
  { perSecond, seconds, workers }: Pace,
  act: (worker: number) => Promise<void>,
): Promise<number[]> {
  const times: number[] = [];
  const free = Array.from({ length: workers }, (_, worker) => worker);
  const due: number[] = [];
  const under: Promise<void>[] = [];
  const run = async (worker: number, at: number): Promise<void> => {
    await act(worker);
    times.push(performance.now() - at);
    free.push(worker);
    go();
  };
  const go = (): void => {
    while (free.length > 0 && due.length > 0) under.push(run(free.pop() ?? 0, due.shift() ?? 0));
  };
  const began = performance.now();
  for (let acts = 0, now = began; now < began + seconds * 1000; now = performance.now()) {
    for (; began + (acts * 1000) / perSecond <= now; acts += 1) due.push(now);
    go();
    await wait(1);
  }
  while (due.length > 0) await wait(1);
  await Promise.all(under);
  return times.toSorted((a, b) => a - b);
}
