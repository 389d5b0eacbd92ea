import type { Currency, FieldDefinition } from '#schemas/metadata/field.ts';
import type { CurrencyValue, FieldValue } from '#schemas/metadata/value.ts';
import type { RecordRow } from '#schemas/api/records.ts';
import { dayField } from '#server/features/alerts/base/day-field.ts';
import { isDateText } from '#generators/field-types/date.ts';
import { isMoney, valueType } from '#generators/field-types/registry.ts';
import { formatMoney } from '#shared/money/format.ts';
import { shanghaiDay } from '#shared/time/shanghai.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';

/** Values that a line has beside the name and the day: the first that are known of so many columns of the list. */
const SHOWN = 3;
const LOOKED_AT = 8;
const LONGEST = 30;

function wordsOf(field: FieldDefinition, value: FieldValue): string {
  if (value === undefined || value === null) return '';
  const { num, currency } = value as CurrencyValue;
  const words =
    isMoney(field) && num !== undefined
      ? formatMoney(num, currency as Currency | undefined)
      : valueType(field).toText(value, field);
  const characters = [...words];
  return characters.length > LONGEST ? `${characters.slice(0, LONGEST).join('')}…` : words;
}

const dayOf = (value: unknown): string =>
  typeof value !== 'string' ? '' : isDateText(value) ? value : shanghaiDay(new Date(value));

/** Fields that lines of an object show to a user who may list `open`. */
export function lineFields({ definition }: CatalogObject, open: ReadonlySet<string>): string[] {
  const { nameField, layouts } = definition;
  const event = dayField(definition)?.apiName;
  const shown = layouts.list.columns.filter((name) => name !== nameField && name !== event && open.has(name));
  return [nameField, ...shown.slice(0, LOOKED_AT), ...(event !== undefined && open.has(event) ? [event] : [])];
}

/** A record in one line: its name, some values, the day of its event and the day it was first seen. */
export function recordWords(object: CatalogObject, row: RecordRow, what: string, seen: string): string {
  const { nameField } = object.definition;
  const event = dayField(object.definition)?.apiName;
  const values = row as Readonly<Record<string, FieldValue>>;
  const name = String(values[nameField] ?? '') || `${object.definition.label} ${row.id}`;
  const others = object.fields.filter(
    ({ apiName }) => apiName !== nameField && apiName !== event && values[apiName] !== undefined,
  );
  const day = event === undefined ? '' : dayOf(values[event]);
  const kept = `收录 ${shanghaiDay(new Date(seen))}`;
  const when = day === '' ? kept : `${day}（${kept}）`;
  const order = new Map(object.definition.layouts.list.columns.map((column, index) => [column, index]));
  const place = ({ apiName }: FieldDefinition) => order.get(apiName) ?? order.size;
  const known = others
    .toSorted((one, another) => place(one) - place(another))
    .map((field) => wordsOf(field, values[field.apiName]))
    .filter(Boolean);
  return [name, what, ...known.slice(0, SHOWN), when].filter(Boolean).join(' · ');
}
