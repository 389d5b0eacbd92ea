import { allowedWidth } from '#client/ui/data-grid/grid-head-cell.tsx';
import type { GridColumn, GridRowData } from './grid-column.ts';

/** Paddings of a cell, and of a head with the signs beside its label, in pixels. */
const [CELL_ROOM, HEAD_ROOM] = [28, 56];

/** The width in pixels at which a column shows all of its label and of the rows that are here. */
export function fitWidth<Row extends GridRowData>(column: GridColumn<Row>, rows: readonly Row[], font: string): number {
  const context = document.createElement('canvas').getContext('2d');
  if (!context) return column.width;
  context.font = font;
  const widest = rows.reduce((most, row) => Math.max(most, context.measureText(column.text(row)).width), 0);
  const label = context.measureText(column.label).width;
  return Math.round(allowedWidth(Math.max(widest + CELL_ROOM + (column.room ?? 0), label + HEAD_ROOM)));
}
