import type { Currency, FieldDefinition } from '#schemas/metadata/field.ts';
import type { StatedRule } from '#schemas/metadata/rollup.ts';
import type { CurrencyValue, FieldValue } from '#schemas/metadata/value.ts';
import { firstDay } from '#generators/field-types/date.ts';
import { valueKind } from '#generators/field-types/registry.ts';
import { compareExact, parseExact } from '#shared/money/exact.ts';
import { toCny } from '#shared/money/rates.ts';
import type { KeptStated } from './stated-queries.ts';

/** What was counted for a field of one record. */
export interface Counted {
  readonly value: FieldValue;
  /** Records that it was counted from. */
  readonly rows: number;
  /** The day, month or year of the first of them, where the group is in the order of a date. */
  readonly on: string | null;
}

/** The value in effect: the count where `stated` is absent. */
export interface Choice {
  readonly value: FieldValue;
  readonly stated?: KeptStated | undefined;
}

/** A stated value with its equivalent in CNY, by the rate of the day that it is of. */
export function statedValue(field: FieldDefinition, { value, rate }: KeptStated): FieldValue {
  if (valueKind(field) !== 'money') return value;
  const { num, currency } = value as CurrencyValue;
  if (num === undefined || currency === undefined) return value;
  const equivalentMoney = toCny(num, currency as Currency, '', { rate: () => rate });
  return { num, currency, ...(equivalentMoney !== undefined && { equivalentMoney }) };
}

/** Is what was pinned in effect on a day? */
const isPinned = ({ pinned, pinnedUntil }: KeptStated, today: string): boolean =>
  pinned && (pinnedUntil === null || pinnedUntil >= today);

/** Is one value more than another? Undefined where either is not known. */
function isMore(field: FieldDefinition, left: FieldValue, right: FieldValue): boolean | undefined {
  const kind = valueKind(field);
  if (kind === 'date' || kind === 'instant') {
    if (typeof left !== 'string' || typeof right !== 'string') return undefined;
    return kind === 'date' ? firstDay(left) > firstDay(right) : left > right;
  }
  const measured = (value: FieldValue) =>
    parseExact(kind === 'money' ? (value as CurrencyValue | null | undefined)?.equivalentMoney : value?.toString());
  const [one, other] = [measured(left), measured(right)];
  return one && other && compareExact(one, other) > 0;
}

/** The newest record may well have no value; a total, a mean or an extreme without one was counted from nothing. */
const isUncounted = (field: FieldDefinition, { value, rows }: Counted): boolean =>
  rows === 0 || ((value === undefined || value === null) && field.config?.rollup?.function !== 'first');

function prevails(rule: StatedRule, field: FieldDefinition, counted: Counted, stated: KeptStated): boolean {
  switch (rule) {
    case 'none':
      return false;
    case 'whenEmpty':
      return isUncounted(field, counted);
    case 'greater':
      return isUncounted(field, counted) || isMore(field, statedValue(field, stated), counted.value) === true;
    case 'later':
      if (counted.rows === 0) return true;
      return stated.asOf !== null && (counted.on === null || firstDay(stated.asOf) > firstDay(counted.on));
    case 'always':
      return true;
  }
}

/**
 * Which value of a field is in effect: what was pinned; else, by the rule of the field, the newest of what is stated (the most
 * where the rule is for the greater) or the count. `stated` is all that is stated of it, what is newest first.
 */
export function choose(field: FieldDefinition, counted: Counted, stated: readonly KeptStated[], today: string): Choice {
  const pin = stated.find((one) => isPinned(one, today));
  if (pin) return { value: statedValue(field, pin), stated: pin };
  const rule = field.config?.rollup?.stated ?? 'none';
  const [newest, ...others] = stated.filter(({ pinned }) => !pinned);
  const best =
    rule === 'greater'
      ? others.reduce(
          (most, one) => (most && isMore(field, statedValue(field, one), statedValue(field, most)) ? one : most),
          newest,
        )
      : newest;
  return best && prevails(rule, field, counted, best)
    ? { value: statedValue(field, best), stated: best }
    : { value: counted.value };
}
