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

/** Words by field. */
export type Said = Readonly<Record<string, string>>;

/** The words of one field of a record, as a line has them. */
export function fieldWords(object: CatalogObject, row: RecordRow, name: string): string {
  const value = (row as Readonly<Record<string, FieldValue>>)[name];
  const { nameField } = object.definition;
  if (name === nameField) return String(value ?? '') || `${object.definition.label} ${row.id}`;
  if (name === dayField(object.definition)?.apiName) return dayOf(value);
  const field = object.field(name);
  return field ? wordsOf(field, value) : '';
}

/** What a line says of a record: its name, some values, and the day of its event where that is known. */
export function saidOf(object: CatalogObject, row: RecordRow): Said {
  const { nameField, layouts } = object.definition;
  const event = dayField(object.definition)?.apiName;
  const order = new Map(layouts.list.columns.map((column, index) => [column, index]));
  const place = ({ apiName }: FieldDefinition) => order.get(apiName) ?? order.size;
  const wordsIn = (name: string) => [name, fieldWords(object, row, name)] as const;
  const known = object.fields
    .filter(({ apiName }) => apiName !== nameField && apiName !== event)
    .toSorted((one, another) => place(one) - place(another))
    .map(({ apiName }) => wordsIn(apiName))
    .filter(([, words]) => words !== '');
  const day = event === undefined ? [] : [wordsIn(event)].filter(([, words]) => words !== '');
  return Object.fromEntries([wordsIn(nameField), ...known.slice(0, SHOWN), ...day]);
}

/** A record in one line: its name, what happened, some values, the day of its event and the day it was first seen. */
export function recordWords(object: CatalogObject, said: Said, what: string, seen: string): string {
  const { nameField } = object.definition;
  const event = dayField(object.definition)?.apiName;
  const day = event === undefined ? undefined : said[event];
  const kept = `收录 ${shanghaiDay(new Date(seen))}`;
  const when = day === undefined ? kept : `${day}（${kept}）`;
  const known = Object.entries(said).flatMap(([name, words]) => (name === nameField || name === event ? [] : [words]));
  return [said[nameField], what, ...known, when].filter(Boolean).join(' · ');
}
