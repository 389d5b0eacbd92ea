import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { boolean } from './boolean.ts';
import { date } from './date.ts';
import { decimal } from './decimal.ts';
import type { FieldType } from './field-type.ts';
import { integer } from './integer.ts';
import { noOperand } from './parts.ts';
import { text } from './text.ts';

const RESULTS = { text, integer, decimal, boolean, date };

/** The type whose answer a formula gives, and that type's view of the field. */
function result(field: FieldDefinition): FieldType {
  return RESULTS[field.config?.resultType ?? 'text'];
}

/** A value that the server works out from the record by `config.expression` at every save. */
export const formula: FieldType = {
  type: 'formula',
  label: '公式',
  aliases: ['计算'],
  attributes: ['expression', 'resultType', 'decimalPlaces', 'unit', 'notation', 'help', 'sortable', 'width'],
  operators: ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'empty', 'notEmpty'],
  kind: 'answer',
  align: 'start',
  width: 140,
  operand: noOperand,
  schema: (field) => ({ ...result(field).schema(field), readOnly: true }),
  columns: (field) => result(field).columns(field),
  sortColumn: (field) => result(field).sortColumn(field),
  toColumns: (value, field) => result(field).toColumns(value, field),
  fromColumns: (columns, field) => result(field).fromColumns(columns, field),
  fromText: () => ({ reason: '公式由系统计算，不能填写' }),
  toText: (value, field) => result(field).toText(value, field),
};
