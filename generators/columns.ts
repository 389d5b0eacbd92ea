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
  readonly align: 'start' | 'end';
  /** Pixels. */
  readonly width: number;
}

/** The part of a list's view that its columns follow from. */
export interface ColumnSource {
  readonly fields: readonly FieldDefinition[];
  readonly columns: readonly string[];
  readonly nameField: string;
}

const NAME_WIDTH = 220;

/**
 * Every column of a list: the name first, then those of the layout in its order, then those a person may add. What is
 * sealed is no column.
 */
export function listColumns(source: ColumnSource): readonly ListColumn[] {
  const live = source.fields.filter((field) => field.removed !== true && !isSealed(field));
  const wanted = [source.nameField, ...source.columns.filter((apiName) => apiName !== source.nameField)];
  const first = wanted.flatMap((apiName) => live.find((field) => field.apiName === apiName) ?? []);
  const rest = live.filter((field) => !first.includes(field));
  return [...first, ...rest].map((field) => column(field, first.includes(field), field.apiName === source.nameField));
}

function column(field: FieldDefinition, shown: boolean, isName: boolean): ListColumn {
  return {
    field,
    shown,
    isName,
    sortable: fieldType(field).sortColumn(field) !== null,
    align: isName ? 'start' : valueType(field).align,
    width: field.config?.width ?? (isName ? NAME_WIDTH : valueType(field).width),
  };
}
