import { CURRENCIES, type FieldDefinition, type FieldTypeName } from '#schemas/metadata/field.ts';
import type { CurrencyValue, FieldValue, FileValue, ReferenceValue } from '#schemas/metadata/value.ts';
import { formatMoney } from '#shared/money/format.ts';
import { shownUrl } from './cells/link-cell.tsx';
import { isEmptyValue } from './cells/clipped.tsx';
import type { OptionLabels } from './field-type-ui.ts';
import { writtenNumber } from './group-digits.ts';
import { shownDate, shownMoment } from './shown-date.ts';

type TextOf = (value: NonNullable<FieldValue>, field: FieldDefinition, options: OptionLabels) => string;

const plain: TextOf = (value) => (Array.isArray(value) ? value.join('、') : String(value));
const list = (value: FieldValue) => (Array.isArray(value) ? value : [value]) as readonly unknown[];
const names: TextOf = (value) =>
  list(value)
    .map((link) => link as ReferenceValue)
    .map(({ id, name }) => name ?? `#${id}`)
    .join('、');
const labels: TextOf = (value, field, options) =>
  list(value)
    .map((entry) => options.label(field.config?.optionSet, String(entry), field))
    .join('、');
const date: TextOf = (value, field) => shownDate(String(value), field.dateFormat);
const yesOrNo: TextOf = (value) => (value === true ? '是' : value === false ? '否' : '');
const fileName: TextOf = (value) => (value as FileValue).name;

const branch: TextOf = (value, field, options) => {
  const path = options.path(field.config?.optionSet, String(value));
  return path.length > 0 ? path.join(' / ') : labels(value, field, options);
};

const figure: TextOf = (value, field) => {
  const digits = String(value);
  const shown = field.config?.notation === 'amount' ? formatMoney(digits) : writtenNumber(digits, field);
  const unit = field.config?.unit;
  return field.type === 'percent' ? `${shown}%` : unit ? `${shown} ${unit}` : shown;
};

const money: TextOf = (value, field, options) => {
  const { num, currency, band } = value as CurrencyValue;
  if (!isEmptyValue(num)) {
    return formatMoney(
      num ?? '',
      CURRENCIES.find((known) => known === currency),
    );
  }
  return isEmptyValue(band) ? '' : options.label(field.config?.bandOptionSet, band ?? '', field);
};

const RESULTS = { text: plain, decimal: figure, boolean: yesOrNo, date };

const TEXTS: Readonly<Record<FieldTypeName, TextOf>> = {
  text: plain,
  longText: plain,
  url: (value) => shownUrl(String(value)),
  phone: plain,
  email: plain,
  integer: figure,
  decimal: figure,
  percent: figure,
  currency: money,
  date,
  dateTime: (value, field) => shownMoment(String(value), field.dateFormat),
  select: labels,
  multiSelect: labels,
  treeSelect: branch,
  boolean: yesOrNo,
  reference: names,
  multiReference: names,
  textList: plain,
  image: fileName,
  file: fileName,
  formula: (value, field, options) => RESULTS[field.config?.resultType ?? 'text'](value, field, options),
};

/** A value as one line of text, as its cell shows it; empty where nothing is known. Reads of labels are observable. */
export function cellText(value: FieldValue, field: FieldDefinition, options: OptionLabels): string {
  return value === null || value === undefined || isEmptyValue(value) ? '' : TEXTS[field.type](value, field, options);
}
