/** A set of code points, as ranges in order that touch nowhere. */
export type CharacterSet = readonly (readonly [from: number, to: number])[];

const LAST = 0x10ffff;

/** Ranges in order, joined where they touch. */
export function setOf(ranges: readonly (readonly [number, number])[]): CharacterSet {
  const joined: [number, number][] = [];
  for (const [from, to] of ranges.toSorted(([a], [b]) => a - b)) {
    const last = joined.at(-1);
    if (last && from <= last[1] + 1) last[1] = Math.max(last[1], to);
    else joined.push([from, to]);
  }
  return joined;
}

export function complement(set: CharacterSet): CharacterSet {
  const gaps: [number, number][] = [];
  let next = 0;
  for (const [from, to] of set) {
    if (from > next) gaps.push([next, from - 1]);
    next = to + 1;
  }
  return next <= LAST ? [...gaps, [next, LAST]] : gaps;
}

export const overlaps = (left: CharacterSet, right: CharacterSet): boolean =>
  left.some(([from, to]) => right.some(([other, end]) => from <= end && other <= to));

const known = new Map<string, CharacterSet>();

/** The code points that one class of the language of patterns means, such as \d or \p{Script=Han}; asked of the engine once. */
export function classSet(source: string): CharacterSet {
  const found = known.get(source);
  if (found) return found;
  const test = new RegExp(`^${source}$`, 'u');
  const ranges: [number, number][] = [];
  for (let code = 0; code <= LAST; code += 1) {
    // Halves of pairs are in no text that is kept.
    if (code === 0xd800) code = 0xe000;
    if (!test.test(String.fromCodePoint(code))) continue;
    const last = ranges.at(-1);
    if (last && last[1] === code - 1) last[1] = code;
    else ranges.push([code, code]);
  }
  known.set(source, ranges);
  return ranges;
}
