import type { FieldType, Operand } from './field-type.ts';
import { FREE_TEXTS } from './parts.ts';

const YES = /^(是|有|对|真|y|yes|true|t|1|√)$/i;
const NO = /^(否|无|没有|不|假|n|no|false|f|0|×)$/i;

const booleanOperand = (value: unknown): Operand =>
  typeof value === 'boolean' ? { value } : { reason: '应为 true 或 false' };

export const boolean: FieldType = {
  type: 'boolean',
  label: '是否',
  aliases: ['开关', '勾选', '复选框'],
  attributes: ['required', 'help', 'default', 'defaultFormula', 'width'],
  operators: ['eq', 'ne', 'empty', 'notEmpty'],
  kind: 'boolean',
  readsFrom: FREE_TEXTS,
  group: 'flag',
  align: 'start',
  width: 90,
  operand: booleanOperand,
  schema: () => ({ type: 'boolean' }),
  columns: (field) => [{ name: field.apiName, sqlType: 'boolean' }],
  sortColumn: (field) => field.apiName,
  toColumns: (value) => [value ?? null],
  fromColumns: ([value]) => (value === null ? undefined : value),
  fromText: (text) => {
    if (YES.test(text.trim())) return { value: true };
    return NO.test(text.trim()) ? { value: false } : { reason: '不是“是”或“否”' };
  },
  toText: (value) => (typeof value === 'boolean' ? (value ? '是' : '否') : ''),
};
