import { DAY_MS } from '#shared/time/durations.ts';

/** Decimal text as PostgreSQL and JSON write it. */
export const PLAIN_NUMBER = /^-?\d+(\.\d+)?$/;

/** Digits that a spreadsheet keeps of a number. */
const KEPT_DIGITS = 15;

/** Does a spreadsheet keep every digit of the number? Zeros at either end are no digits to keep. */
export function keepsDigits(number: string): boolean {
  const digits = number.replace(/[-.]/g, '').replace(/^0+/, '').replace(/0+$/, '');
  return digits.length <= KEPT_DIGITS;
}

/** Percent points as the share that a spreadsheet shows as a percentage, digit by digit: `12.5` → `0.125`. */
export function shareOf(points: string): string {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(points) ?? [];
  const padded = whole.padStart(3, '0');
  return `${sign}${padded.slice(0, -2).replace(/^0+(?=\d)/, '')}.${padded.slice(-2)}${fraction}`;
}

const EPOCH = Date.UTC(1899, 11, 30);
/** Before it Excel counts a 29 February 1900 that never was. */
const FIRST_DAY = '1900-03-01';

/** A whole day, or a day with its time, as a spreadsheet counts days; undefined for what it cannot hold as a date. */
export function daySerial(text: string): number | undefined {
  if (!/^\d{4}-\d\d-\d\d( \d\d:\d\d:\d\d)?$/.test(text) || text < FIRST_DAY) return undefined;
  const at = Date.parse(`${text.replace(' ', 'T')}${text.length === 10 ? 'T00:00:00' : ''}Z`);
  return Number.isNaN(at) ? undefined : (at - EPOCH) / DAY_MS;
}
