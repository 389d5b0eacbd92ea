import type { GridColumn, GridRowData } from '#client/ui/data-grid/columns/grid-column.ts';

/** Rows that one press of Ctrl+C copies at most. */
export const MAX_COPIED = 1000;

// A sheet that the text is pasted into would take these for a formula. A minus sign before a digit is a number.
const FORMULA = /^(?:[=+@]|-(?!\d))/;

/** Rows as tab-separated text with their column labels first, as a spreadsheet takes it. */
export function rowsAsText<Row extends GridRowData>(columns: readonly GridColumn<Row>[], rows: readonly Row[]): string {
  const line = (cells: readonly string[]) => cells.map(cellAsText).join('\t');
  return [
    line(columns.map((column) => column.label)),
    ...rows.map((row) => line(columns.map((column) => column.text(row)))),
  ].join('\n');
}

/** Text that stays in one cell and is no formula. */
export function cellAsText(text: string): string {
  const flat = text.replace(/\s*[\t\r\n]+\s*/g, ' ');
  return FORMULA.test(flat) ? `'${flat}` : flat;
}
