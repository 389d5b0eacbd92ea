import { memo } from 'react';
import type { ColumnWindow } from './use-column-window.ts';
import type { GridColumn, GridRowData } from './grid-column.ts';

interface GridRowProps<Row extends GridRowData> {
  readonly gridId: string;
  readonly row: Row;
  readonly index: number;
  readonly top: number;
  readonly height: number;
  /** The pinned columns first. */
  readonly columns: readonly GridColumn<Row>[];
  readonly pinnedCount: number;
  readonly window: Pick<ColumnWindow, 'from' | 'to' | 'before' | 'behind'>;
  readonly activeColumn: number | undefined;
}

/** Id of a cell, for `aria-activedescendant`. */
export const cellId = (gridId: string, row: number, column: number): string => `${gridId}-${row}-${column}`;

/** CSS variable that holds a column's width, so that resizing redraws no row. */
export const widthVariable = (column: number): string => `--w${column}`;

function Row<Data extends GridRowData>(props: GridRowProps<Data>) {
  const { gridId, row, index, top, height, columns, pinnedCount, window, activeColumn } = props;
  const cell = (column: GridColumn<Data>, at: number) => (
    <div
      key={column.id}
      id={cellId(gridId, index, at)}
      role="gridcell"
      aria-colindex={at + 1}
      className={column.pinned ? 'grid-cell grid-pinned' : 'grid-cell'}
      data-align={column.align}
      data-active={activeColumn === at || undefined}
      style={{ width: `var(${widthVariable(at)})` }}
    >
      {column.cell(row)}
    </div>
  );
  const scrolled = columns.slice(pinnedCount + window.from, pinnedCount + window.to);
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className="grid-row"
      data-row={index}
      data-active={activeColumn !== undefined || undefined}
      style={{ height, transform: `translateY(${top}px)` }}
    >
      {columns.slice(0, pinnedCount).map(cell)}
      {window.before > 0 && <div style={{ flex: 'none', width: window.before }} />}
      {scrolled.map((column, at) => cell(column, pinnedCount + window.from + at))}
      {window.behind > 0 && <div style={{ flex: 'none', width: window.behind }} />}
    </div>
  );
}

/** One row; drawn again only when its data, its place or the columns change. */
export const GridRow = memo(Row, (before, after) => {
  const isSameWindow =
    before.window.from === after.window.from &&
    before.window.to === after.window.to &&
    before.window.before === after.window.before &&
    before.window.behind === after.window.behind;
  return (
    isSameWindow &&
    before.row === after.row &&
    before.index === after.index &&
    before.top === after.top &&
    before.height === after.height &&
    before.columns === after.columns &&
    before.activeColumn === after.activeColumn
  );
}) as typeof Row;
