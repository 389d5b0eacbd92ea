import { fold } from '#shared/text/fold.ts';
import { dateClaims } from './date-claims.ts';
import { numberClaims } from './number-claims.ts';
import { Mask } from './mask.ts';

/** A number that a result holds. `of`: the row that it is of, by its folded name; absent for a number of the whole. */
export interface NumberFact {
  /** Exact decimal text. */
  readonly value: string;
  /** A currency, %, 条 of a number of records, 位 of a place in an order, a unit of a field, or nothing. */
  readonly unit: string;
  readonly of?: string | undefined;
  /** Said in a text of the row: it counts only where the row is named. */
  readonly isQuoted?: true;
}

/** A day, month or year that a result holds: YYYY-MM-DD, YYYY-MM or YYYY. */
export interface DateFact {
  readonly text: string;
  readonly of?: string | undefined;
  readonly isQuoted?: true;
}

/** All that words about one question may be made of. */
export interface Evidence {
  readonly numbers: readonly NumberFact[];
  readonly dates: readonly DateFact[];
  /** Names, options and other texts, folded. */
  readonly texts: readonly string[];
  /** Names of rows, folded; numbers beside one of them must be of it. */
  readonly rows: readonly string[];
}

export const NO_EVIDENCE: Evidence = { numbers: [], dates: [], texts: [], rows: [] };

/** Units of numbers of records and of places in an order. */
export const COUNTED = '条';
export const PLACE = '名次';

const HAS_LETTER = /\p{L}/u;
const NUMERALS_ONLY = /^[\p{N}\s零〇○一二三四五六七八九十百千万亿两点年月日号季度.,:/%+-]*$/u;

/** Is a text more than a number or a date? Those are facts and no names. */
export const isName = (folded: string): boolean =>
  folded.length > 1 && HAS_LETTER.test(folded) && !NUMERALS_ONLY.test(folded);

/** What a free text says, such as a question or a value of a record: its numbers and dates, and the text itself. */
export function evidenceOfText(text: string, of?: string): Evidence {
  const folded = fold(text).trim();
  const mask = new Mask(folded);
  const quoted = of === undefined ? {} : { of, isQuoted: true as const };
  const dates = dateClaims(mask).flatMap(({ days }) => days.map((day): DateFact => ({ text: day, ...quoted })));
  const numbers = numberClaims(mask).map(({ value, unit }): NumberFact => ({ value, unit, ...quoted }));
  return { numbers, dates, texts: folded === '' ? [] : [folded], rows: [] };
}

/** Several results as one. */
export function joined(all: readonly Evidence[]): Evidence {
  return {
    numbers: all.flatMap(({ numbers }) => numbers),
    dates: all.flatMap(({ dates }) => dates),
    texts: [...new Set(all.flatMap(({ texts }) => texts))],
    rows: [...new Set(all.flatMap(({ rows }) => rows))],
  };
}
