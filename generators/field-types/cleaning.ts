import { trimDecimal } from './parts.ts';

/** Says nothing: absent, null, or text without anything to see in it. */
export const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

/** An object of named values, and no list. */
export const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A copy without the keys named and without those whose value is blank. */
function without(value: Record<string, unknown>, ...dropped: string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([key, entry]) => !dropped.includes(key) && !isBlank(entry)));
}

const orNothing = (value: Record<string, unknown>): unknown => (Object.keys(value).length === 0 ? undefined : value);

/** A group without its blank parts, undefined when none is left; anything else as it is. */
export const cleanPlain = (value: unknown): unknown => (isPlain(value) ? orNothing(without(value)) : value);

/** Text without the space around it and with one kind of line break: what the form and the import make of it anyway. */
export function cleanText(value: unknown): unknown {
  if (typeof value !== 'string') return cleanPlain(value);
  const text = value.trim();
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}

const PLAIN_DECIMAL = /^-?(0|[1-9]\d*)(\.\d+)?$/;

/** Decimal text in its shortest form, as it is kept: `5.00` is `5` and `-0` is `0`. Anything else stays for the structure to refuse. */
export function cleanDecimal(value: unknown): unknown {
  if (typeof value !== 'string' || !PLAIN_DECIMAL.test(value)) return cleanPlain(value);
  const shortest = trimDecimal(value);
  return shortest === '-0' ? '0' : shortest;
}

/** An amount with nothing but a currency chosen is not known yet. The equivalent is ours to work out, never theirs to send. */
export function cleanMoney(value: unknown): unknown {
  if (!isPlain(value)) return value;
  const money = without(value, 'equivalentMoney');
  const keys = Object.keys(money);
  if (keys.length === 0 || (keys.length === 1 && keys[0] === 'currency')) return undefined;
  return 'num' in money ? { ...money, num: cleanDecimal(money['num']) } : money;
}

/** A link keeps its id only; an empty choice is none. */
export const cleanLink = (value: unknown): unknown => (isPlain(value) ? orNothing(without(value, 'name')) : value);
