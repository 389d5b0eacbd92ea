import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { CurrencyValue, FieldValue } from '#schemas/metadata/value.ts';
import { fieldType, isMoney, isNumbered } from '#generators/field-types/registry.ts';
import type { BackFill } from '#generators/back-fill-storage.ts';
import { numberedFields } from '#generators/numbers.ts';
import { toCny } from '#shared/money/rates.ts';
import { cleanValue } from '#shared/validation/clean.ts';

const NO_RATES = { rate: () => undefined };

/** An amount in CNY is its own equivalent; that of another currency differs by record. */
function withEquivalent(value: FieldValue, field: FieldDefinition): FieldValue {
  const money = isMoney(field) ? (value as CurrencyValue) : undefined;
  if (money?.num === undefined || money.currency !== 'CNY') return value;
  const equivalentMoney = toCny(money.num, money.currency, '', NO_RATES);
  return equivalentMoney === undefined ? value : { ...money, equivalentMoney };
}

/**
 * What every record of an object must have in a field that is required and has a default; undefined for other fields. A
 * field that rules show, hide or work out has no one value for all records: a record that does not show it needs none.
 */
function neededValue({ rules }: ObjectDefinition, field: FieldDefinition): FieldValue {
  const isDecided = rules.some(
    ({ kind, target }) => target === field.apiName && (kind === 'visible' || kind === 'value'),
  );
  const isNeeded = field.required === true && field.removed !== true && !isDecided;
  if (!isNeeded || !fieldType(field).attributes.includes('default')) return undefined;
  return cleanValue(field, field.config?.default);
}

/** What records of an object get which have nothing in a field; undefined where they need nothing. */
export function backFillOf(object: ObjectDefinition, apiName: string): BackFill | undefined {
  const field = object.fields.find((one) => one.apiName === apiName);
  if (field && isNumbered(field)) return field.removed === true ? undefined : { field, value: undefined };
  const value = field && neededValue(object, field);
  return field && value !== undefined ? { field, value: withEquivalent(value, field) } : undefined;
}

/** The fields that need a value in every record since this change, with what records without one get. */
export function backFills(from: ObjectDefinition | undefined, to: ObjectDefinition): readonly BackFill[] {
  if (!from) return [];
  const before = new Map(from.fields.map((field) => [field.apiName, field]));
  const numbered = new Set(numberedFields(from.fields).map(({ apiName }) => apiName));
  return to.fields.flatMap((field) => {
    if (isNumbered(field)) return numbered.has(field.apiName) ? [] : (backFillOf(to, field.apiName) ?? []);
    const value = neededValue(to, field);
    const old = before.get(field.apiName);
    if (value === undefined || (old && neededValue(from, old) !== undefined)) return [];
    return backFillOf(to, field.apiName) ?? [];
  });
}
