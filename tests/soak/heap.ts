const MEGABYTE = 1024 * 1024;
/** What a process takes while it begins is no leak: caches fill, code is compiled. */
const WARM_UP_MS = 10 * 60 * 1000;
/** Long enough that garbage is collected in it. */
const WINDOW_MS = 5 * 60 * 1000;

/** Bytes in use, garbage included, at a time in milliseconds since the load began. */
export interface HeapSample {
  readonly at: number;
  readonly bytes: number;
}

/**
 * Megabytes by which a heap grew: the least that was in use in the last five minutes, beside the least of the five minutes
 * after the first ten. A run of less than forty minutes is divided alike.
 */
export function heapGrowth(samples: readonly HeapSample[]): number {
  const end = samples.at(-1)?.at ?? 0;
  const warmUp = Math.min(WARM_UP_MS, end / 4);
  const window = Math.min(WINDOW_MS, (end - warmUp) / 3);
  const least = (from: number, to: number) =>
    Math.min(...samples.filter(({ at }) => at >= from && at <= to).map(({ bytes }) => bytes));
  return (least(end - window, end) - least(warmUp, warmUp + window)) / MEGABYTE;
}
