import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { currencyColumns } from '#generators/field-types/currency.ts';
import { quote } from '#generators/storage.ts';
import type { ValueKind } from '#generators/field-types/field-type.ts';
import { valueKind } from '#generators/field-types/registry.ts';

const decimal = (column: string): string => `trim_scale(${quote(column)})::text`;

/** SQL for the parts of a value of each kind, every part one text or null. Instants are local time in China, UTC+8 all year. */
const TEXTS: Readonly<Record<ValueKind, (apiName: string) => readonly string[]>> = {
  text: (name) => [quote(name)],
  /** A JSON list. */
  texts: (name) => [`to_json(${quote(name)})::text`],
  integer: (name) => [`${quote(name)}::text`],
  decimal: (name) => [decimal(name)],
  boolean: (name) => [`${quote(name)}::text`],
  /** Amount, currency, CNY equivalent, band. */
  money: (name) => {
    const { num, currency, equivalent, band } = currencyColumns(name);
    return [decimal(num), quote(currency), decimal(equivalent), quote(band)];
  },
  date: (name) => [`left(${quote(name)}::text, coalesce(${quote(`${name}_precision`)}, 10))`],
  instant: (name) => [`to_char(${quote(name)} at time zone interval '8 hours', 'YYYY-MM-DD HH24:MI:SS')`],
  link: (name) => [`${quote(name)}::text`],
  /** Ids with commas between them. */
  links: (name) => [`array_to_string(${quote(name)}, ',')`],
  /** The address. */
  file: (name) => [`${quote(name)} ->> 'url'`],
};

/** SQL for a field's value as texts: one, but four for money. */
export const recordTexts = (field: FieldDefinition): readonly string[] => TEXTS[valueKind(field)](field.apiName);
