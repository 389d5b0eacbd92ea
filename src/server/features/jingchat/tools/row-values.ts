import type { RecordRow } from '#schemas/api/records.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { CurrencyValue, ReferenceValue } from '#schemas/metadata/value.ts';
import { valueKind, valueType } from '#generators/field-types/registry.ts';
import {
  type Evidence,
  evidenceOfText,
  joined,
  NO_EVIDENCE,
  type NumberFact,
} from '#shared/assistant/checking/evidence.ts';
import { unitOf } from '#shared/assistant/field-facts.ts';
import { formatMoney } from '#shared/money/format.ts';
import { fold } from '#shared/text/fold.ts';
import { shanghaiDay } from '#shared/time/shanghai.ts';

/** Characters of a text that travels; what is behind them is no part of the result. */
const MOST_TEXT = 200;

/** A value as it is said and what may be said of it. */
export interface SaidValue {
  readonly text: string;
  readonly evidence: Evidence;
}

const said = (text: string, evidence: Partial<Evidence>): SaidValue => ({
  text,
  evidence: { ...NO_EVIDENCE, ...evidence },
});

/** A text of a record; a longer one is cut. */
function textValue(text: string, of: string | undefined): SaidValue {
  const cut = [...text].slice(0, MOST_TEXT).join('');
  return { text: cut, evidence: evidenceOfText(cut, of) };
}

const named = (texts: readonly string[]): SaidValue => said(texts.join('、'), { texts: texts.map(fold) });

/** A number of a field, in the unit that it is kept in. */
export function numberValue(value: string, unit: string, of: string | undefined): SaidValue {
  return said(`${value}${unit}`, { numbers: [{ value, unit, of }] });
}

export function dateValue(text: string, of: string | undefined): SaidValue {
  return said(text, { dates: [{ text, of }] });
}

function moneyValue(
  { num, currency = 'CNY', equivalentMoney, band }: CurrencyValue,
  of: string | undefined,
): SaidValue {
  const numbers: NumberFact[] = [];
  if (num !== undefined) numbers.push({ value: num, unit: currency, of });
  if (equivalentMoney !== undefined) numbers.push({ value: equivalentMoney, unit: 'CNY', of });
  const exact = num === undefined ? [] : [`${formatMoney(num, currency as 'CNY')}（${num} ${currency}）`];
  return said([...exact, ...(band === undefined ? [] : [band])].join(' '), {
    numbers,
    texts: band === undefined ? [] : [fold(band)],
  });
}

const optionLabel = ({ selectOptions }: FieldDefinition, value: unknown): string =>
  selectOptions?.find((option) => option.value === value)?.label ?? String(value);

/** A value of a record; undefined where there is none. `of`: the folded name of the record. */
function saidValue(field: FieldDefinition, value: unknown, of: string | undefined): SaidValue | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  if (valueType(field).options) return named([value].flat().map((one) => optionLabel(field, one)));
  if (valueType(field).share) return numberValue(String(value), '%', of);
  switch (valueKind(field)) {
    case 'integer':
    case 'decimal':
      return numberValue(String(value), unitOf(field), of);
    case 'money':
      return moneyValue(value, of);
    case 'date':
      return dateValue(String(value), of);
    case 'instant':
      return dateValue(shanghaiDay(new Date(String(value))), of);
    case 'boolean':
      return said(value === true ? '是' : '否', {});
    case 'link':
    case 'links':
      return named([value as ReferenceValue | readonly ReferenceValue[]].flat().flatMap(({ name }) => name ?? []));
    case 'file':
      return undefined;
    default: {
      const texts = [value].flat().filter((one): one is string => typeof one === 'string');
      const all = texts.map((text) => textValue(text, of));
      return { text: all.map(({ text }) => text).join('、'), evidence: joined(all.map(({ evidence }) => evidence)) };
    }
  }
}

/** A record by the labels of its fields, and what may be said of it. */
export function saidRow(row: RecordRow, fields: readonly FieldDefinition[], name: string) {
  const of = fold(name).trim();
  const values = fields.flatMap((field) => {
    const value = saidValue(field, row[field.apiName], of);
    return value ? [{ label: field.label, ...value }] : [];
  });
  return {
    data: { id: row.id, ...Object.fromEntries(values.map(({ label, text }) => [label, text])) },
    evidence: joined([...values.map(({ evidence }) => evidence), { ...NO_EVIDENCE, texts: [of], rows: [of] }]),
  };
}
