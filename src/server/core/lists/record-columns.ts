import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { FieldValue } from '#schemas/metadata/value.ts';
import { fieldType } from '#generators/field-types/registry.ts';
import type { Row } from '#server/db/read-queries.ts';

/** The columns of some fields, side by side, and how a row of them becomes values. */
export interface RecordColumns {
  readonly fields: readonly FieldDefinition[];
  readonly names: readonly string[];
  /** Sets the values that are known; the columns start at `from` in the row. */
  readonly fill: (values: Record<string, unknown>, row: Row, from: number) => void;
}

/** The columns that some fields are kept in, in the order of the fields. */
export function recordColumns(fields: readonly FieldDefinition[]): RecordColumns {
  const columns = fields.map((field) =>
    fieldType(field)
      .columns(field)
      .map(({ name }) => name),
  );
  return {
    fields,
    names: columns.flat(),
    fill: (values, row, from) => {
      let at = from;
      for (const [index, field] of fields.entries()) {
        const end = at + (columns[index]?.length ?? 0);
        const value: FieldValue = fieldType(field).fromColumns(row.slice(at, end), field);
        if (value !== undefined) values[field.apiName] = value;
        at = end;
      }
    },
  };
}
