import { Exact, exactText } from '#shared/money/exact.ts';
import { DAY_MS, DAY_SECONDS } from '#shared/time/durations.ts';

const EXCEL_DIGITS = 15;

/** How a number of a cell is shown. */
export type NumberKind = 'number' | 'date' | 'time' | 'percent';

/** Formats that Excel numbers itself and that show a date or a time. */
const BUILT_IN: Readonly<Record<number, NumberKind>> = Object.fromEntries([
  ...[14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 34, 35, 36, 50, 51, 52, 53, 54, 57, 58].map(
    (id) => [id, 'date'] as const,
  ),
  ...[18, 19, 20, 21, 32, 33, 45, 46, 47, 55, 56].map((id) => [id, 'time'] as const),
  ...[9, 10].map((id) => [id, 'percent'] as const),
]);

/** The kind of a number format by its id and, for formats of the file's own, its code. */
export function numberKind(id: number, code: string | undefined): NumberKind {
  if (code === undefined) return BUILT_IN[id] ?? 'number';
  // Quoted texts, escaped letters and colours or conditions in brackets say nothing about the number; [h] does.
  const bare = code.replace(/"[^"]*"|\\.|_.|\*.|\[(?!(h+|m+|s+)\])[^\]]*\]/gi, '').split(';')[0] ?? '';
  if (/[yd]|年|月|日/i.test(bare) || /m{3,}/i.test(bare)) return 'date';
  if (/[hs]/i.test(bare)) return 'time';
  if (/^[^0#?]*m+[^0#?]*$/i.test(bare)) return 'date';
  return bare.includes('%') ? 'percent' : 'number';
}

/** A number as a person sees it: days as YYYY-MM-DD with the time where there is one, shares as `12.5%`, no exponents. */
export function numberText(raw: string, kind: NumberKind, from1904: boolean): string {
  const number = Number(raw);
  if (raw.trim() === '' || !Number.isFinite(number)) return raw;
  if (kind === 'date' || kind === 'time') return dateText(number, kind, from1904);
  // Excel keeps fifteen digits; what the file writes beyond them is the noise of binary fractions.
  const exact = new Exact(number.toPrecision(EXCEL_DIGITS));
  return kind === 'percent' ? `${exactText(exact.times(100))}%` : exactText(exact);
}

function dateText(serial: number, kind: NumberKind, from1904: boolean): string {
  // Rounded to seconds first, so that 0.999999 of a day is the next midnight and not 24 o'clock.
  const seconds = Math.round(serial * DAY_SECONDS);
  const day = Math.floor(seconds / DAY_SECONDS);
  const time = new Date((seconds - day * DAY_SECONDS) * 1000).toISOString().slice(11, 19);
  if (kind === 'time' && day === 0) return time;
  // The 1900 system counts a 29 February 1900 that never was, as day 60.
  if (!from1904 && day === 60) return '1900-02-29';
  const epoch = from1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, day < 60 ? 31 : 30);
  const at = new Date(epoch + day * DAY_MS);
  if (Number.isNaN(at.getTime()) || at.getUTCFullYear() > 9999 || day < 0) return String(serial);
  const date = at.toISOString().slice(0, 10);
  return time === '00:00:00' ? date : `${date} ${time}`;
}
