import { Exact } from '#shared/money/exact.ts';
import type { DateClaim } from './date-claims.ts';
import { COUNTED, type DateFact, type Evidence, type NumberFact, PLACE } from './evidence.ts';
import type { NumberClaim } from './number-claims.ts';

/** Counters of time and of comparisons, which no number of records has. */
const OWN_KIND = new Set([
  '年',
  '个月',
  '月',
  '天',
  '日',
  '周',
  '季度',
  '小时',
  '分钟',
  '岁',
  '倍',
  '成',
  '折',
  '个百分点',
  '百分点',
  '级',
  '期',
]);
const PEOPLE = new Set(['人', '名', '位']);
const CURRENCY = /^[A-Z]{3}$/;
const FALLING = /[降跌减负亏少低]/u;

function unitFits({ unit: claimed, isOrdinal }: NumberClaim, unit: string): boolean {
  if (isOrdinal || unit === PLACE) return isOrdinal === true && unit === PLACE;
  if (claimed === '%' || unit === '%') return claimed === unit;
  if (CURRENCY.test(claimed)) return claimed === unit;
  if (claimed === unit || (PEOPLE.has(claimed) && PEOPLE.has(unit))) return true;
  if (CURRENCY.test(unit)) return claimed === '';
  if (OWN_KIND.has(claimed)) return unit === '' || unit.startsWith(claimed);
  // 12 家 of a number of records or of a field without a unit; 12 人 of one in 人, and of no other unit.
  return claimed === '' || unit === '' || unit === COUNTED;
}

function valueFits({ value, step }: NumberClaim, fact: string, isFalling: boolean): boolean {
  const said = new Exact(value);
  for (const real of [new Exact(fact), ...(isFalling && fact.startsWith('-') ? [new Exact(fact.slice(1))] : [])]) {
    if (said.eq(real)) return true;
    if (step !== null && said.sub(real).abs().mul(2).lte(step)) return true;
  }
  return false;
}

/** The facts of the rows that a clause names; where it names none, all but what texts of rows say. */
const beside = <Fact extends { readonly of?: string | undefined; readonly isQuoted?: true }>(
  facts: readonly Fact[],
  rows: readonly string[],
) =>
  rows.length === 0
    ? facts.filter(({ isQuoted }) => !isQuoted)
    : facts.filter(({ of }) => of === undefined || rows.includes(of));

/** Is a number in a result, in the unit that is said, and of one of the rows that its clause names? */
export function isNumberHeld(
  claim: NumberClaim,
  clause: string,
  rows: readonly string[],
  { numbers }: Evidence,
): boolean {
  const isFalling = FALLING.test(clause);
  return beside(numbers, rows).some(
    ({ value, unit }: NumberFact) => unitFits(claim, unit) && valueFits(claim, value, isFalling),
  );
}

const monthOf = (text: string): number => Number(text.slice(5, 7));

function dayFits(day: string, fact: string): boolean {
  if (day.startsWith('--')) return fact.slice(4).startsWith(day.slice(1));
  return fact.startsWith(day);
}

/** Is a time in a result, no finer than it is known, and of one of the rows that its clause names? */
export function isDateHeld(
  claim: DateClaim,
  written: string,
  rows: readonly string[],
  { dates, texts }: Evidence,
  today: string,
): boolean {
  const said = written.replaceAll(' ', '');
  if (said.length > 2 && texts.some((text) => text.replaceAll(' ', '').includes(said))) return true;
  if (claim.isVerbatim) return texts.some((text) => text.replaceAll(' ', '').includes(said));
  const days =
    claim.years === undefined ? claim.days : [String(Number(today.slice(0, 4)) + claim.years).padStart(4, '0')];
  const { months } = claim;
  const isInMonths = (fact: string) =>
    !months || (fact.length >= 7 && monthOf(fact) >= months[0] && monthOf(fact) <= months[1]);
  return beside(dates, rows).some(({ text }: DateFact) => isInMonths(text) && days.every((day) => dayFits(day, text)));
}
