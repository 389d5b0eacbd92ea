/** Bounds of texts as regular expressions: plain JSON Schema compares neither decimal text nor days. */

/** Matches no text. */
export const NOTHING = '(?!)';

const either = (parts: readonly string[]): string =>
  parts.length > 1 ? `(?:${parts.join('|')})` : (parts[0] ?? NOTHING);
/** At most so many digits. */
const upTo = (count: number): string => (count === 0 ? '' : `[0-9]{0,${count}}`);
const between = (from: number, to: number): string => (from === to ? String(from) : `[${from}-${to}]`);

/** Texts as long as `bound`, digits where it has digits and all else alike, that are beyond it in one direction, or it. */
function beyond(bound: string, direction: 'up' | 'down', lowest: number): string[] {
  const parts = [bound];
  for (let at = 0; at < bound.length; at += 1) {
    const digit = Number(bound[at]);
    if (Number.isNaN(digit)) continue;
    const [from, to] = direction === 'up' ? [digit + 1, 9] : [at === 0 ? lowest : 0, digit - 1];
    if (from > to) continue;
    parts.push(bound.slice(0, at) + between(from, to) + bound.slice(at + 1).replaceAll(/\d/g, '[0-9]'));
  }
  return parts;
}

const MOST_DIGITS = 24;

/** The whole and the broken part of exact text without sign, the first without leading and the second without ending zeros. */
function partsOf(amount: string): { whole: string; fraction: string } {
  const [whole = '0', fraction = ''] = amount.split('.');
  return { whole: whole.replace(/^0+(?=\d)/, ''), fraction: fraction.replace(/0+$/, '') };
}

const anyFraction = (places: number): string => (places > 0 ? `(?:\\.[0-9]{1,${places}})?` : '');

/** Decimal text without sign from an amount on. */
function atLeast(amount: string, places: number): string {
  const { whole, fraction } = partsOf(amount);
  const rest = anyFraction(places);
  const [equal = '', ...greater] = beyond(whole, 'up', 0);
  const parts = greater.map((part) => part + rest);
  if (whole.length < MOST_DIGITS) parts.push(`[1-9][0-9]{${whole.length},${MOST_DIGITS - 1}}${rest}`);
  if (fraction === '') return either([...parts, equal + rest]);
  for (let at = 0; at < Math.min(fraction.length, places); at += 1) {
    const digit = Number(fraction[at]);
    if (digit < 9) parts.push(`${equal}\\.${fraction.slice(0, at)}${between(digit + 1, 9)}${upTo(places - at - 1)}`);
  }
  if (fraction.length <= places) parts.push(`${equal}\\.${fraction}${upTo(places - fraction.length)}`);
  return either(parts);
}

/** Decimal text without sign up to an amount. */
function atMost(amount: string, places: number): string {
  const { whole, fraction } = partsOf(amount);
  const rest = anyFraction(places);
  const [equal = '', ...less] = beyond(whole, 'down', whole.length > 1 ? 1 : 0);
  const parts = less.map((part) => part + rest);
  if (whole.length > 1) parts.push(`(?:0|[1-9]${upTo(whole.length - 2)})${rest}`);
  parts.push(equal);
  if (places === 0) return either(parts);
  for (let at = 0; at < Math.min(fraction.length, places); at += 1) {
    const digit = Number(fraction[at]);
    if (digit > 0) parts.push(`${equal}\\.${fraction.slice(0, at)}${between(0, digit - 1)}${upTo(places - at - 1)}`);
    parts.push(`${equal}\\.${fraction.slice(0, at + 1)}`);
  }
  if (fraction.length < places) parts.push(`${equal}\\.${fraction}0{1,${places - fraction.length}}`);
  return either(parts);
}

const isBelowZero = (amount: string | undefined): boolean => amount !== undefined && /^-.*[1-9]/.test(amount);
const isAboveZero = (amount: string | undefined): boolean => amount !== undefined && /^[^-]*[1-9]/.test(amount);
const size = (amount: string): string => amount.replace(/^-/, '');

/** Texts of numbers without sign between two sizes, either of which may be missing. */
function sizes(from: string | undefined, to: string | undefined, places: number): string {
  const [least, most] = [from && atLeast(from, places), to && atMost(to, places)];
  if (least && most) return `(?=${least}$)${most}`;
  return least ?? most ?? `(?:0|[1-9][0-9]{0,${MOST_DIGITS - 1}})${anyFraction(places)}`;
}

/** Exact decimal text with at most so many decimals, from `min` to `max`. */
export function decimalRange(places: number, min?: string, max?: string): string {
  const signs: string[] = [];
  if (!isBelowZero(max)) signs.push(sizes(isAboveZero(min) ? min : undefined, max && size(max), places));
  if (!isAboveZero(min))
    signs.push(`-${sizes(isBelowZero(max) && max ? size(max) : undefined, min && size(min), places)}`);
  return `^${either(signs)}$`;
}

const LEAP_YEARS = '(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)';
const MONTH = '(?:0[1-9]|1[0-2])';
/** Days that exist, from year 1000 on where `(?!0)` is before it. */
const DAY = `(?:[0-9]{4}-(?:${MONTH}-(?:0[1-9]|1[0-9]|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)|${LEAP_YEARS}-02-29)`;

/** What is left of a bound when what every date of its month or year is within is taken off. */
const cutLeast = (day: string): string => day.replace(/-01$/, '').replace(/-01$/, '');
const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
const SHORT_MONTHS: readonly number[] = [4, 6, 9, 11];
const daysIn = (year: number, month: number): number =>
  month === 2 ? (isLeap(year) ? 29 : 28) : SHORT_MONTHS.includes(month) ? 30 : 31;
const cutMost = (day: string): string => {
  const [year = 0, month = 0] = day.split('-').map(Number);
  return day.endsWith(`-${daysIn(year, month)}`) ? day.slice(0, 7).replace(/-12$/, '') : day;
};

/** Looks ahead at a date, of which `length` characters are known, and asks that it is within its bounds. */
function within(earliest: string, latest: string, length: number): string {
  const least = cutLeast(earliest.slice(0, length));
  const most = cutMost(latest).slice(0, length);
  return `(?=${either(beyond(least, 'up', 0))})(?=${either(beyond(most, 'down', 0))})`;
}

/** A day from `earliest` to `latest`, or with `isPartial` a month or a year of which a day is. */
export function dateRange(earliest: string, latest: string, isPartial: boolean): string {
  const day = within(earliest, latest, 10) + DAY;
  if (!isPartial) return `^${day}$`;
  const month = `${within(earliest, latest, 7)}[0-9]{4}-${MONTH}`;
  return `^(?:${day}|${month}|${within(earliest, latest, 4)}[0-9]{4})$`;
}

const TIME = 'T(?:[01][0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9](?:\\.[0-9]{1,3})?)?Z';

/** An instant on a day from `earliest` to `latest`, by UTC. */
export const instantRange = (earliest: string, latest: string): string =>
  `^${within(earliest, latest, 10)}${DAY}${TIME}$`;

/** Texts of these kinds without bounds, as they are given out. */
export const anyDecimal = '^-?(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?$';
export const anyDate = (isPartial: boolean): string =>
  isPartial ? `^(?:${DAY}|[0-9]{4}-${MONTH}|[0-9]{4})$` : `^${DAY}$`;
export const anyInstant = `^${DAY}${TIME}$`;
