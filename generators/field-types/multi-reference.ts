import type { ReferenceValue } from '#schemas/metadata/value.ts';
import type { FieldType } from './field-type.ts';
import { DEFAULT_MAX_ITEMS, LIST_OPERATORS, splitList } from './parts.ts';
import { ID_PATTERN, recordOperand, referenceSchema } from './reference.ts';

/** Links to several records of `targetApiName`, in the order given. */
export const multiReference: FieldType = {
  type: 'multiReference',
  label: '多项关联',
  aliases: ['多对多'],
  attributes: ['required', 'targetApiName', 'maxItems', 'placeholder', 'help', 'width', 'targetFilter', 'targetMatch'],
  operators: LIST_OPERATORS,
  kind: 'links',
  group: 'record',
  align: 'start',
  width: 220,
  operand: recordOperand,
  schema: (field) => ({ type: 'array', items: referenceSchema, maxItems: field.config?.maxItems ?? DEFAULT_MAX_ITEMS }),
  columns: (field) => [{ name: field.apiName, sqlType: 'bigint[]', index: 'members' }],
  sortColumn: () => null,
  toColumns: (value) => {
    const links = (value ?? []) as ReferenceValue[];
    return [links.length > 0 ? [...new Set(links.map((link) => link.id))] : null];
  },
  fromColumns: ([ids]) => (ids === null ? undefined : (ids as unknown[]).map((id) => ({ id: String(id) }))),
  fromText: (text) => {
    const ids = splitList(text);
    return ids.every((id) => ID_PATTERN.test(id)) ? { value: ids.map((id) => ({ id })) } : { reason: '不是记录编号' };
  },
  toText: (value) => ((value ?? []) as ReferenceValue[]).map((link) => link.name ?? link.id).join('、'),
};
