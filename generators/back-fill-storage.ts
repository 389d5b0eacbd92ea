import type { StorageStep } from '#schemas/api/storage-step.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { FieldValue } from '#schemas/metadata/value.ts';
import type { StorageColumn } from './field-types/field-type.ts';
import { fieldType } from './field-types/registry.ts';
import { isSealed } from './field-types/sealed.ts';
import { quote, textLiteral } from './storage-names.ts';

/** A value that kept records get where they have none, because their field now needs one; none where it is numbered. */
export interface BackFill {
  readonly field: FieldDefinition;
  readonly value: FieldValue;
}

function literal(value: unknown, { sqlType }: StorageColumn): string {
  const text = Array.isArray(value) ? `array[${value.map(textLiteral).join(', ')}]` : textLiteral(value);
  return `${text}::${sqlType}`;
}

/** The value of a back-fill by column, as SQL; only columns that it has something for. */
export function filledColumns({ field, value }: BackFill): ReadonlyMap<string, string> {
  const type = fieldType(field);
  const kept = type.toColumns(value, field);
  return new Map(
    type
      .columns(field)
      .flatMap((column, at) => ((kept[at] ?? null) === null ? [] : [[column.name, literal(kept[at], column)]])),
  );
}

/** What is true of a record that has nothing in a field, as SQL. */
export const isEmptyIn = (field: FieldDefinition): string =>
  fieldType(field)
    .columns(field)
    .map(({ name }) => `${quote(name)} is null`)
    .join(' and ');

/** Fills a field that has columns already. A sealed value differs by record: the server writes it, the text is for people. */
export function fillStep(table: string, fill: BackFill): StorageStep {
  const { field } = fill;
  const values = isSealed(field)
    ? [[field.apiName, `加密(${textLiteral(fill.value)})`] as const]
    : [...filledColumns(fill)];
  const sets = values.map(([name, value]) => `${quote(name)} = ${value}`).join(', ');
  const sql = `update ${quote(table)} set ${sets} where ${isEmptyIn(field)}`;
  return { kind: 'fillColumn', table, target: field.apiName, sql, deferred: false };
}
