import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { fieldType, valueType } from './field-types/registry.ts';
import { isSealed } from './field-types/sealed.ts';

/** One column that a list can show. */
export interface ListColumn {
  readonly field: FieldDefinition;
  /** Shown until the person chooses otherwise. */
  readonly shown: boolean;
  /** Names the record, is the first, stays in place and links to the detail page. */
  readonly isName: boolean;
  readonly sortable: boolean;
  /** Shows values on some records alone, and so is neither filter nor total. */
  readonly partly?: true;
  /** What a user who orders by it wants to see first: the largest amount and the latest date, but the first name. */
  readonly firstOrder?: 'asc' | 'desc' | undefined;
  /** The section of the detail page that it is in. */
  readonly group?: string | undefined;
  readonly align: 'start' | 'end';
  /** Pixels. */
  readonly width: number;
}

/** The part of a list's view that its columns follow from. */
export interface ColumnSource {
  readonly fields: readonly FieldDefinition[];
  /** Fields that are columns alone. */
  readonly partly?: readonly FieldDefinition[] | undefined;
  readonly columns: readonly string[];
  readonly nameField: string;
  readonly groups?: readonly { readonly label: string; readonly fields: readonly string[] }[] | undefined;
}

const NAME_WIDTH = 220;

/**
 * Every column of a list: the name first, then those of the layout in its order, then those a person may add. What is
 * sealed is no column.
 */
export function listColumns(source: ColumnSource): readonly ListColumn[] {
  const { partly = [] } = source;
  const live = [...source.fields, ...partly].filter((field) => field.removed !== true && !isSealed(field));
  const wanted = [source.nameField, ...source.columns.filter((apiName) => apiName !== source.nameField)];
  const first = wanted.flatMap((apiName) => live.find((field) => field.apiName === apiName) ?? []);
  const rest = live.filter((field) => !first.includes(field));
  const groupOf = ({ apiName }: FieldDefinition) =>
    source.groups?.find(({ fields }) => fields.includes(apiName))?.label;
  return [...first, ...rest].map((field) => ({
    ...column(field, first.includes(field), field.apiName === source.nameField),
    group: groupOf(field),
    ...(partly.includes(field) && { sortable: false, partly: true as const }),
  }));
}

const LARGEST_FIRST: ReadonlySet<string> = new Set(['integer', 'decimal', 'money', 'date', 'instant']);

function column(field: FieldDefinition, shown: boolean, isName: boolean): Omit<ListColumn, 'group'> {
  return {
    field,
    shown,
    isName,
    sortable: fieldType(field).sortColumn(field) !== null,
    firstOrder: LARGEST_FIRST.has(valueType(field).kind) ? 'desc' : 'asc',
    align: isName ? 'start' : valueType(field).align,
    width: field.config?.width ?? (isName ? NAME_WIDTH : valueType(field).width),
  };
}
