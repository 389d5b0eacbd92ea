import type { ComponentType } from 'react';
import type { FieldDefinition, FieldTypeName } from '#schemas/metadata/field.ts';
import { BooleanCell, ChoiceCell, TreeCell } from './cells/choice-cell.tsx';
import { CurrencyCell } from './cells/currency-cell.tsx';
import { DateCell, DateTimeCell } from './cells/date-cell.tsx';
import { FileCell, ImageCell } from './cells/file-cell.tsx';
import { FormulaCell } from './cells/formula-cell.tsx';
import { LinkCell } from './cells/link-cell.tsx';
import { NumberCell } from './cells/number-cell.tsx';
import { ReferenceCell } from './cells/reference-cell.tsx';
import { TextCell } from './cells/text-cell.tsx';
import { TextListCell } from './cells/text-list-cell.tsx';
import type { CellProps } from './field-type-ui.ts';

/**
 * The cell of every field type, apart from its input and filter, so that lists and detail pages load without any form
 * code: they import this file, and load `registry.ts` only when a person opens a filter or a form.
 *
 * Cells are one clipped line, numbers to the right. A page with room says so with CSS variables on an ancestor:
 * `--cell-wrap: pre-wrap` shows whole texts, `--cell-align: left` puts numbers left, `--cell-picture: 96px` enlarges
 * pictures.
 */
export const FIELD_TYPE_CELLS: Readonly<Record<FieldTypeName, ComponentType<CellProps>>> = {
  text: TextCell,
  longText: TextCell,
  url: LinkCell,
  phone: LinkCell,
  email: LinkCell,
  integer: NumberCell,
  decimal: NumberCell,
  percent: NumberCell,
  currency: CurrencyCell,
  date: DateCell,
  dateTime: DateTimeCell,
  select: ChoiceCell,
  multiSelect: ChoiceCell,
  treeSelect: TreeCell,
  boolean: BooleanCell,
  reference: ReferenceCell,
  multiReference: ReferenceCell,
  textList: TextListCell,
  image: ImageCell,
  file: FileCell,
  formula: FormulaCell,
};

/** The cell of a field. */
export const cellOf = (field: Pick<FieldDefinition, 'type'>): ComponentType<CellProps> => FIELD_TYPE_CELLS[field.type];
