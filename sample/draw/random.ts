/** Numbers from 0 up to but not including 1, the same ones every time for the same seed. */
export type Random = () => number;

/** A small fast generator (mulberry32), so that the same seed gives the same sample data everywhere. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** A whole number from `low` to `high`, both included. */
export const between = (random: Random, low: number, high: number): number =>
  low + Math.floor(random() * (high - low + 1));

/** True this often: 0.2 is one time in five. */
export const chance = (random: Random, probability: number): boolean => random() < probability;

/** One of the entries, each as likely as the other. The list is never empty. */
export function pick<Entry>(random: Random, entries: readonly Entry[]): Entry {
  const entry = entries[Math.floor(random() * entries.length)];
  if (entry === undefined) throw new RangeError('nothing to pick from');
  return entry;
}

/** One of the entries, as likely as its weight says. */
export function pickWeighted<Entry>(
  random: Random,
  entries: readonly Entry[],
  weight: (entry: Entry) => number,
): Entry {
  let left = random() * entries.reduce((sum, entry) => sum + weight(entry), 0);
  for (const entry of entries) {
    left -= weight(entry);
    if (left < 0) return entry;
  }
  return pick(random, entries.slice(-1));
}

/** All entries in another order. */
export function shuffled<Entry>(random: Random, entries: readonly Entry[]): Entry[] {
  return entries
    .map((entry) => ({ entry, order: random() }))
    .sort((a, b) => a.order - b.order)
    .map(({ entry }) => entry);
}

/** So many different entries, fewer when there are not as many. */
export const pickSome = <Entry>(random: Random, entries: readonly Entry[], count: number): Entry[] =>
  shuffled(random, entries).slice(0, count);

/** A number around `median` as amounts of money are spread: its logarithm is normal with deviation `spread`. */
export function logNormal(random: Random, median: number, spread: number): number {
  const radius = Math.sqrt(-2 * Math.log(1 - random()));
  return median * Math.exp(spread * radius * Math.cos(2 * Math.PI * random()));
}

/** Rounded to two leading digits, as people name amounts: 12,345,678 → 12,000,000. At least 1. */
export function roundAmount(value: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(value, 1))) - 1);
  return Math.max(1, Math.round(value / unit) * unit);
}
