import { type AmountReading, findAmounts } from './amount.ts';

/** The scale before the unit itself, as in 亿立方米. */
const SCALE = /^(?:百?万亿|千万|百万|[亿万千百])(?=.)/u;

/** The unit itself, without how many of it are meant: 立方米 of 亿立方米. */
export const bareUnit = (unit: string): string => unit.replace(SCALE, '');

/** A unit that the grammar of amounts knows, one character long. */
const KNOWN = '个';

/** Units that are said of fields and are none that every amount may have. */
function rareUnits(units: Iterable<string>): string[] {
  const bare = new Set(Array.from(units, bareUnit));
  return [...bare]
    .filter((unit) => unit !== '' && !/[元%]|^[万亿千百]+$/u.test(unit))
    .toSorted((a, b) => b.length - a.length);
}

/**
 * The amounts of a text, those with units of fields among them: 40亿立方米, 40到70米之间. The units are replaced by one that the
 * grammar knows, and put back.
 */
export function amountsWithUnits(text: string, units: Iterable<string>): AmountReading[] {
  const rare = rareUnits(units);
  if (rare.length === 0) return findAmounts(text);
  let plain = '';
  const at: number[] = [];
  const replaced = new Map<number, string>();
  for (let from = 0; from < text.length;) {
    const unit = /[\d一二三四五六七八九十百千万亿]/u.test(text[from - 1] ?? '')
      ? rare.find((each) => text.startsWith(each, from))
      : undefined;
    if (unit !== undefined) replaced.set(plain.length, unit);
    at.push(from);
    plain += unit === undefined ? text[from] : KNOWN;
    from += unit?.length ?? 1;
  }
  at.push(text.length);
  return findAmounts(plain).map(({ from, to, amount }) => {
    const unit = Array.from(replaced).find(([place]) => place >= from && place < to)?.[1];
    return { from: at[from] ?? 0, to: at[to] ?? 0, amount: unit === undefined ? amount : { ...amount, unit } };
  });
}
