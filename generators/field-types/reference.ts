import type { ReferenceValue } from '#schemas/metadata/value.ts';
import { ID_SOURCE } from '#schemas/generated/metadata/value.ts';
import type { FieldType, Operand } from './field-type.ts';

export const ID_PATTERN = new RegExp(ID_SOURCE);

/** JSON Schema of one link; all but its id may come back from a form and is ignored. */
export const referenceSchema = {
  type: 'object',
  properties: {
    id: { type: 'string', pattern: ID_SOURCE },
    name: { type: 'string' },
    archived: { type: 'boolean' },
    logo: { type: 'string' },
  },
  required: ['id'],
  additionalProperties: false,
};

/** A record in a comparison, by its id or as a link to it; it is kept as the id. */
export const recordOperand = (value: unknown): Operand => {
  const id =
    typeof value === 'object' && value !== null && Object.hasOwn(value, 'id') ? (value as { id: unknown }).id : value;
  return typeof id === 'string' && ID_PATTERN.test(id) ? { value: id } : { reason: '应为记录编号' };
};

/** A link to one record of `targetApiName`. An import looks names up before it comes here. */
export const reference: FieldType = {
  type: 'reference',
  label: '关联',
  aliases: ['查找'],
  attributes: [
    'required',
    'targetApiName',
    'placeholder',
    'help',
    'defaultFormula',
    'unique',
    'uniqueWithin',
    'width',
    'spokenFor',
    'ofCompany',
    'targetFrom',
    'targetFilter',
    'targetMatch',
  ],
  operators: ['in', 'notIn', 'empty', 'notEmpty'],
  kind: 'link',
  group: 'record',
  align: 'start',
  width: 180,
  operand: recordOperand,
  schema: () => referenceSchema,
  columns: (field) => [{ name: field.apiName, sqlType: 'bigint', index: 'sorted' }],
  sortColumn: () => null,
  toColumns: (value) => [(value as ReferenceValue | undefined)?.id ?? null],
  fromColumns: ([id]) => (id === null ? undefined : { id: String(id) }),
  fromText: (text) => (ID_PATTERN.test(text.trim()) ? { value: { id: text.trim() } } : { reason: '不是记录编号' }),
  toText: (value) => (value as ReferenceValue | undefined)?.name ?? (value as ReferenceValue | undefined)?.id ?? '',
};
