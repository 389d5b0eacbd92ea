import type { Comparison } from '#schemas/metadata/condition.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { SelectOption } from '#schemas/metadata/option-set.ts';
import { compareExact, parseExact } from '#shared/money/exact.ts';
import { type NumberRange, numberRange } from './number-range.ts';

/** Is one decimal text less than another, or both equal where that is enough? */
function isUpTo(less: string, more: string, orEqual: boolean): boolean {
  const [left, right] = [parseExact(less), parseExact(more)];
  if (!left || !right) return false;
  const order = compareExact(left, right);
  return order < 0 || (orEqual && order === 0);
}

interface Band {
  readonly atLeast: string;
  readonly below: string | undefined;
}

function isInside({ atLeast, below }: Band, { from, fromWithout, to, toWithout }: NumberRange): boolean {
  const [least, most] = [from ?? fromWithout, to ?? toWithout];
  if (least !== undefined && !isUpTo(least, atLeast, fromWithout === undefined)) return false;
  // The end of a band is not part of it.
  return most === undefined || (below !== undefined && isUpTo(below, most, true));
}

function meets({ atLeast, below }: Band, { from, fromWithout, to, toWithout }: NumberRange): boolean {
  const [least, most] = [from ?? fromWithout, to ?? toWithout];
  if (least !== undefined && most !== undefined && !isUpTo(least, most, true)) return false;
  if (least !== undefined && below !== undefined && !isUpTo(least, below, false)) return false;
  return most === undefined || isUpTo(atLeast, most, toWithout === undefined);
}

const bandOf = ({ atLeast, below }: SelectOption): Band | undefined =>
  atLeast === undefined ? undefined : { atLeast, below };

/**
 * The bands of an amount that meet a comparison by number whichever of their amounts it was (`surely`), or with some of
 * them (`possibly`). One without a least amount, such as 未透露, says nothing and meets none.
 */
export function bandsOf(field: FieldDefinition, comparison: Comparison, how: 'surely' | 'possibly'): readonly string[] {
  const fits = how === 'surely' ? isInside : meets;
  const range = numberRange(comparison);
  return (field.selectOptions ?? []).flatMap((option) => {
    const band = bandOf(option);
    return band && fits(band, range) ? [option.value] : [];
  });
}
