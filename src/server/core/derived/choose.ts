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

/** What is stated of one record, by field, what is newest first. */
export type StatedByField = ReadonlyMap<string, readonly KeptStated[]>;

const ruleOf = ({ config }: FieldDefinition): StatedRule => config?.rollup?.stated ?? 'none';

/** The day that the newest statement of what is taken from one record is of, where the later of the two is shown. */
function statedOn(fields: readonly FieldDefinition[], stated: StatedByField): string | undefined {
  const days = fields
    .filter((field) => ruleOf(field) === 'later')
    .flatMap(({ apiName }) => stated.get(apiName) ?? [])
    .flatMap(({ pinned, asOf }) => (pinned || asOf === null ? [] : [asOf]));
  return days.toSorted().at(-1);
}

/**
 * The later of what the first record says and what is stated. Values of one record go together: what is not stated of that
 * day is not known, rather than taken from an older record.
 */
function laterOf(counted: Counted, newest: KeptStated | undefined, day: string | undefined): Choice {
  if (counted.rows === 0 && day === undefined) return { value: undefined, stated: newest };
  const isLater = day !== undefined && (counted.on === null || firstDay(day) > firstDay(counted.on));
  if (!isLater) return { value: counted.value };
  return { value: undefined, stated: newest?.asOf === day ? newest : undefined };
}

function byRule(
  field: FieldDefinition,
  counted: Counted,
  stated: readonly KeptStated[],
  day: string | undefined,
): Choice {
  const [newest, ...others] = stated;
  const kept = { value: counted.value };
  switch (ruleOf(field)) {
    case 'none':
      return kept;
    case 'whenEmpty':
      return isUncounted(field, counted) && newest ? { value: undefined, stated: newest } : kept;
    case 'greater': {
      const most = others.reduce(
        (best, one) => (best && isMore(field, statedValue(field, one), statedValue(field, best)) ? one : best),
        newest,
      );
      if (!most) return kept;
      const isShown = isUncounted(field, counted) || isMore(field, statedValue(field, most), counted.value);
      return isShown === true ? { value: undefined, stated: most } : kept;
    }
    case 'later':
      return laterOf(counted, newest, day);
    case 'always':
      return newest ? { value: undefined, stated: newest } : kept;
  }
}

/**
 * Which value of a field of a group is in effect: what was pinned; else, by the rule of the field, the newest of what is
 * stated (the most where the rule is for the greater) or the count.
 */
export function choose(
  group: { readonly fields: readonly FieldDefinition[] },
  field: FieldDefinition,
  counted: Counted,
  stated: StatedByField,
  today: string,
): Choice {
  const own = stated.get(field.apiName) ?? [];
  const pin = own.find((one) => isPinned(one, today));
  const unpinned = own.filter(({ pinned }) => !pinned);
  const choice = pin
    ? { value: undefined, stated: pin }
    : byRule(field, counted, unpinned, statedOn(group.fields, stated));
  return choice.stated ? { ...choice, value: statedValue(field, choice.stated) } : choice;
}
