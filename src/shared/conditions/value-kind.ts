import type { FieldDefinition, FieldTypeName } from '#schemas/metadata/field.ts';
import { valueType } from '#generators/field-types/registry.ts';

/** How a field's value is compared. Fields of one kind are kept in the same shape of columns. */
export type ValueKind =
  | 'text'
  | 'integer'
  | 'decimal'
  | 'money'
  | 'date'
  | 'instant'
  | 'boolean'
  | 'link'
  | 'texts'
  | 'links'
  | 'file';

const KINDS: Readonly<Record<Exclude<FieldTypeName, 'formula'>, ValueKind>> = {
  text: 'text',
  longText: 'text',
  url: 'text',
  phone: 'text',
  email: 'text',
  integer: 'integer',
  decimal: 'decimal',
  percent: 'decimal',
  currency: 'money',
  date: 'date',
  dateTime: 'instant',
  select: 'text',
  multiSelect: 'texts',
  treeSelect: 'text',
  boolean: 'boolean',
  reference: 'link',
  multiReference: 'links',
  textList: 'texts',
  image: 'file',
  file: 'file',
};

/** The kind of a field's value; for a formula, the kind of its answer. */
export function valueKind(field: FieldDefinition): ValueKind {
  const { type } = valueType(field);
  return type === 'formula' ? 'text' : KINDS[type];
}
