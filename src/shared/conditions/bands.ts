import type { Decimal } from 'decimal.js';
import type { Comparison } from '#schemas/metadata/condition.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { SelectOption } from '#schemas/metadata/option-set.ts';
import { compareExact, parseExact } from '#shared/money/exact.ts';
import { numberRange } from './number-range.ts';

/** Is one number less than another, or both equal where that is enough? No text that is no number is. */
function isUpTo(less: Decimal | undefined, more: Decimal | undefined, orEqual: boolean): boolean {
  if (!less || !more) return false;
  const order = compareExact(less, more);
  return order < 0 || (orEqual && order === 0);
}

interface End {
  readonly number: Decimal | undefined;
  /** Does it belong to the range itself? */
  readonly included: boolean;
}

interface Range {
  readonly least: End | undefined;
  readonly most: End | undefined;
}

interface Band {
  readonly atLeast: Decimal | undefined;
  readonly below: Decimal | undefined;
  readonly isOpen: boolean;
}

function isInside({ atLeast, below, isOpen }: Band, { least, most }: Range): boolean {
  if (least && !isUpTo(least.number, atLeast, least.included)) return false;
  // The end of a band is not part of it.
  return !most || (!isOpen && isUpTo(below, most.number, true));
}

function meets({ atLeast, below, isOpen }: Band, { least, most }: Range): boolean {
  if (least && most && !isUpTo(least.number, most.number, true)) return false;
  if (least && !isOpen && !isUpTo(least.number, below, false)) return false;
  return !most || isUpTo(atLeast, most.number, most.included);
}

/** Every list with an amount in its filter compares all bands: their ends are read once. */
const BANDS = new WeakMap<SelectOption, Band>();

function bandOf(option: SelectOption): Band | undefined {
  const { atLeast, below } = option;
  if (atLeast === undefined) return undefined;
  const band = BANDS.get(option) ?? {
    atLeast: parseExact(atLeast),
    below: parseExact(below),
    isOpen: below === undefined,
  };
  BANDS.set(option, band);
  return band;
}

function rangeOf(comparison: Comparison): Range {
  const { from, fromWithout, to, toWithout } = numberRange(comparison);
  const end = (included: string | undefined, without: string | undefined): End | undefined => {
    const text = included ?? without;
    return text === undefined ? undefined : { number: parseExact(text), included: without === undefined };
  };
  return { least: end(from, fromWithout), most: end(to, toWithout) };
}

/**
 * The bands of an amount that meet a comparison by number whichever of their amounts it was (`surely`), or with some of
 * them (`possibly`). One without a least amount, such as 未透露, says nothing and meets none.
 */
export function bandsOf(field: FieldDefinition, comparison: Comparison, how: 'surely' | 'possibly'): readonly string[] {
  const fits = how === 'surely' ? isInside : meets;
  const range = rangeOf(comparison);
  return (field.selectOptions ?? []).flatMap((option) => {
    const band = bandOf(option);
    return band && fits(band, range) ? [option.value] : [];
  });
}
