import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { CurrencyValue, ReferenceValue } from '#schemas/metadata/value.ts';
import { isList, isLinking, isMoney, fieldType } from '#generators/field-types/registry.ts';
import { treeOf } from '#generators/option-tree.ts';
import type { DayNumber } from '#shared/matching/clock.ts';
import type { Fact, Stated, Value } from '#shared/matching/kinds/kind.ts';
import type { DealFact, Range } from '#shared/matching/profile.ts';
import { formatMoney } from '#shared/money/format.ts';
import type { MatchPair } from '#schemas/metadata/match-pair.ts';

/** A cheque is a part of a round: from a twentieth of it to all. */
const LEAST_PART = 0.05;
/** A band of amounts reaches to ten times its least one. */
const BAND_WIDTH = 1;

/** The values of a field, each with those above it, the widest first. */
function pathsOf(field: FieldDefinition, value: unknown): Value[][] {
  if (value === undefined || value === null) return [];
  if (fieldType(field).kind === 'boolean') return [[{ id: String(value), label: value === true ? '是' : '否' }]];
  const several = (isList(field) ? value : [value]) as readonly unknown[];
  if (isLinking(field))
    return several.map((link) => {
      const { id, name } = link as ReferenceValue;
      return [{ id, label: name ?? '' }];
    });
  const tree = treeOf(field.selectOptions ?? []);
  return several.flatMap((option) => {
    const path = tree.path(String(option)).map(({ value: id, label }) => ({ id, label }));
    return path.length > 0 ? [path] : [];
  });
}

/** An amount as log10 of CNY; of a band all of it. */
function rangeOf(field: FieldDefinition, value: unknown): Range | undefined {
  const { equivalentMoney, num, band } = (value ?? {}) as CurrencyValue;
  const exact = Number(equivalentMoney ?? 0);
  if (exact > 0) return { low: Math.log10(exact), high: Math.log10(exact) };
  if (num !== undefined) return undefined;
  const least = Number(field.selectOptions?.find((option) => option.value === band)?.atLeast ?? 0);
  return least > 0 ? { low: Math.log10(least), high: Math.log10(least) + BAND_WIDTH } : undefined;
}

/** What a deal is in one dimension; undefined where that is not known. */
export function dealFactOf(field: FieldDefinition, value: unknown): DealFact | undefined {
  if (isMoney(field)) {
    const range = rangeOf(field, value);
    return range && { range };
  }
  const values = [...new Set(pathsOf(field, value).flatMap((path) => path.map(({ id }) => id)))];
  return values.length > 0 ? { values } : undefined;
}

/** What a project says for one criterion; who holds the company is known from deals and not from here. */
export function factOf({ kind }: MatchPair, field: FieldDefinition, value: unknown): Fact | undefined {
  if (isMoney(field)) {
    const range = rangeOf(field, value);
    if (!range) return undefined;
    const { equivalentMoney, band } = value as CurrencyValue;
    const needed = { low: range.low + Math.log10(LEAST_PART), high: range.high };
    return { range, needed, label: equivalentMoney === undefined ? (band ?? '') : formatMoney(equivalentMoney) };
  }
  const paths = pathsOf(field, value);
  const values = kind === 'tree' ? (paths[0] ?? []) : paths.flatMap((path) => path.slice(-1));
  return values.length > 0 ? { values } : undefined;
}

/** What an institution says that it looks for; undefined where it says nothing. */
export function statedOf(
  field: FieldDefinition,
  value: unknown,
  on: DayNumber,
  to?: readonly [FieldDefinition, unknown],
): Stated | undefined {
  if (isMoney(field)) {
    const [low, high] = [rangeOf(field, value), to && rangeOf(...to)];
    if (!low && !high) return undefined;
    const label =
      low && high ? `${money(value)}–${money(to?.[1])}` : low ? `${money(value)}以上` : `${money(to?.[1])}以内`;
    return { range: { low: low?.low ?? 0, high: high?.high ?? Infinity }, label, on };
  }
  const paths = pathsOf(field, value);
  if (paths.length === 0) return undefined;
  const label = paths.map((path) => path.at(-1)?.label ?? '').join('、');
  return { paths: paths.map((path) => path.map(({ id }) => id)), label, on };
}

/** Several values of a field that may hold one alone; of options each may be of any level. */
export function statedEach(field: FieldDefinition, values: readonly unknown[], on: DayNumber): Stated | undefined {
  const each = values.flatMap((value) => statedOf(field, isList(field) ? [value] : value, on) ?? []);
  if (each.length === 0) return undefined;
  return {
    paths: each.flatMap(({ paths = [] }) => paths),
    label: each.map(({ label }) => label).join('、'),
    on,
  };
}

const money = (value: unknown): string => formatMoney((value as CurrencyValue).equivalentMoney ?? '0');
