import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { currencyColumns } from './currency.ts';
import type { FieldType, StorageColumn } from './field-type.ts';
import { noOperand } from './parts.ts';

/** Columns beside what is worked out of amounts: of how many records, and how many of them have no known amount. */
export const amountCountColumns = (apiName: string) => ({ rows: `${apiName}_rows`, unknown: `${apiName}_unknown` });

/** Does the value say of how many amounts it is, and how many of them are not known? A sum does, and what counts bands in. */
export const countsAmounts = ({ config }: Pick<FieldDefinition, 'config'>): boolean =>
  config?.result === 'currency' && (config.rollup?.function === 'sum' || config.rollup?.bands === 'atLeast');

/** What the types that are worked out of other records share: they are kept and read as values of their result. */
function fromOthers(resultOf: (field: FieldDefinition) => FieldType): Omit<FieldType, 'type' | 'label' | 'attributes'> {
  return {
    operators: ['empty', 'notEmpty'],
    kind: 'answer',
    fromOthers: true,
    align: 'start',
    width: 140,
    operand: noOperand,
    schema: (field) => ({ ...resultOf(field).schema(field), readOnly: true }),
    columns: (field) => resultOf(field).columns(field),
    sortColumn: (field) => resultOf(field).sortColumn(field),
    optionOrder: (field) => resultOf(field).optionOrder?.(field),
    toColumns: (value, field) => resultOf(field).toColumns(value, field),
    fromColumns: (columns, field) => resultOf(field).fromColumns(columns, field),
    fromText: () => ({ reason: '由系统汇总，不能填写' }),
    toText: (value, field) => resultOf(field).toText(value, field),
  };
}

const SHOWN = ['help', 'unit', 'notation', 'dateFormat', 'sortable', 'searchable', 'presets', 'width'] as const;

/** A value that the server works out of the records that point at this one, whenever they change. */
export function rollup(resultOf: (field: FieldDefinition) => FieldType): FieldType {
  const base = fromOthers(resultOf);
  const added = ({ apiName }: FieldDefinition): readonly StorageColumn[] => {
    const { rows, unknown } = amountCountColumns(apiName);
    return [
      { name: rows, sqlType: 'bigint' },
      { name: unknown, sqlType: 'bigint' },
    ];
  };
  return {
    ...base,
    type: 'rollup',
    label: '汇总',
    attributes: ['rollup', ...SHOWN],
    schema: (field) => {
      const schema = base.schema(field);
      if (!countsAmounts(field)) return schema;
      const count = { type: 'integer', minimum: 0 };
      return { ...schema, properties: { ...(schema['properties'] as object), rows: count, unknown: count } };
    },
    columns: (field) => (countsAmounts(field) ? [...base.columns(field), ...added(field)] : base.columns(field)),
    toColumns: (value, field) => {
      if (!countsAmounts(field)) return base.toColumns(value, field);
      const { rows = null, unknown = null } = (value ?? {}) as { rows?: number; unknown?: number };
      return [...base.toColumns(value, field), rows, unknown];
    },
    fromColumns: (columns, field) => {
      const money = base.fromColumns(columns, field);
      if (!countsAmounts(field) || typeof money !== 'object' || money === null) return money;
      const [rows, unknown] = columns.slice(Object.keys(currencyColumns('')).length);
      // A sum that is stated was added up from nothing.
      if (rows === null && unknown === null) return money;
      return { ...money, rows: Number(rows ?? 0), unknown: Number(unknown ?? 0) };
    },
  };
}

/** A value of the record that one of this record's own references names, kept as it is there now. */
export const lookup = (resultOf: (field: FieldDefinition) => FieldType): FieldType => ({
  ...fromOthers(resultOf),
  type: 'lookup',
  label: '引用',
  attributes: ['lookup', ...SHOWN],
});
