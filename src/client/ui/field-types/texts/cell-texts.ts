import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { CURRENCIES } from '#schemas/generated/metadata/field.ts';
import type { CurrencyValue, FieldValue, FileValue, ReferenceValue } from '#schemas/metadata/value.ts';
import { valueType } from '#generators/field-types/registry.ts';
import { formatMoney } from '#shared/money/format.ts';
import { isEmptyValue } from '#client/ui/field-types/cells/clipped.tsx';
import type { CellText } from '#client/ui/field-types/field-type-ui.ts';
import { writtenNumber } from './group-digits.ts';
import { shownDate, shownMoment } from './shown-date.ts';

const list = (value: FieldValue) => (Array.isArray(value) ? value : [value]) as readonly unknown[];

/** Text, or several texts side by side. */
export const plain: CellText = (value) => (Array.isArray(value) ? value.join('、') : String(value));

/** Text, or the label of the object that it names. */
export const words: CellText = (value, field, options) =>
  field.config?.holds === 'object' ? options.label(undefined, String(value), field) : plain(value, field, options);

/** Names of the records linked to; ids where they are not known. */
export const names: CellText = (value) =>
  list(value)
    .map((link) => link as ReferenceValue)
    .map(({ id, name }) => name ?? `#${id}`)
    .join('、');

/** Labels of options. */
export const labels: CellText = (value, field, options) =>
  list(value)
    .map((entry) => options.label(field.config?.optionSet, String(entry), field))
    .join('、');

/** An option of a tree with the way to it. */
export const branch: CellText = (value, field, options) => {
  const path = options.path(field.config?.optionSet, String(value));
  return path.length > 0 ? path.join(' / ') : labels(value, field, options);
};

/** A day, or what is known of it. */
export const day: CellText = (value, field) => shownDate(String(value), field.dateFormat);

/** An instant in Asia/Shanghai. */
export const moment: CellText = (value, field) => shownMoment(String(value), field.dateFormat);

/** 是 or 否. */
export const yesOrNo: CellText = (value) => (value === true ? '是' : value === false ? '否' : '');

/** Name of a file. */
export const fileName: CellText = (value) => (value as FileValue).name;

/** What is written behind a number of the field. */
export const unitOf = (field: FieldDefinition): string | undefined =>
  valueType(field).share ? '%' : field.config?.unit;

/** A number as its notation says, with its unit. */
export const figure: CellText = (value, field) => {
  const digits = String(value);
  const shown = field.config?.notation === 'amount' ? formatMoney(digits) : writtenNumber(digits, field);
  const unit = unitOf(field);
  return unit ? `${shown}${unit === '%' ? '' : ' '}${unit}` : shown;
};

/** What follows a sum that lacks amounts that are not known. */
export const atLeast = ({ unknown = 0 }: CurrencyValue): string => (unknown > 0 ? '+' : '');

/** An amount in 万 or 亿, or its band. */
export const amount: CellText = (value, field, options) => {
  const money = value as CurrencyValue;
  const { num, currency, band } = money;
  if (!isEmptyValue(num)) {
    const code = CURRENCIES.find((known) => known === currency);
    return formatMoney(num ?? '', code) + atLeast(money);
  }
  return isEmptyValue(band) ? '' : options.label(field.config?.bandOptionSet, band ?? '', field);
};
