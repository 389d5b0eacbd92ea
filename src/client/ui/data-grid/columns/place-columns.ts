import type { CSSProperties } from 'react';
import { NARROW_GRID, SELECTION_WIDTH, type GridColumn, type GridRowData } from './grid-column.ts';

/** CSS variable that holds a column's width, so that resizing draws no row again. */
export const widthVariable = (column: number): string => `--w${column}`;

/** A column as every row draws it. */
export interface CellPlace<Row extends GridRowData> {
  readonly column: GridColumn<Row>;
  /** Place among all columns of data, from 0. */
  readonly at: number;
  readonly colIndex: number;
  readonly className: string;
  readonly style: CSSProperties;
}

interface Room {
  /** Pixels by column id, where the person has resized. */
  readonly widths: Readonly<Record<string, number>>;
  /** Wanted beside the name, in order. */
  readonly pinned: readonly string[];
  /** Width of the grid in pixels; 0 while it is not known. */
  readonly room: number;
  readonly hasSelectionColumn: boolean;
}

interface PlacedColumns<Row extends GridRowData> {
  /** Names first, then what is pinned beside them, then the others. */
  readonly columns: readonly GridColumn<Row>[];
  /** How many of them stay in place: never more than half the room is taken, and on narrow screens by the name alone. */
  readonly pinnedCount: number;
}

const NARROW_NAME = 0.36;

export const widthOf = <Row extends GridRowData>(
  column: GridColumn<Row>,
  { widths, room }: Pick<Room, 'widths' | 'room'>,
): number => {
  const wanted = widths[column.id] ?? column.width;
  const isTight = column.pinned && room > 0 && room < NARROW_GRID;
  return isTight ? Math.min(wanted, Math.round(room * NARROW_NAME)) : wanted;
};

/** Puts columns in the order they are drawn in, and says how many of them stay in place. */
export function placeColumns<Row extends GridRowData>(all: readonly GridColumn<Row>[], room: Room): PlacedColumns<Row> {
  const names = all.filter((column) => column.pinned);
  const beside = room.pinned.flatMap((id) => all.find((column) => column.id === id && !column.pinned) ?? []);
  const others = all.filter((column) => !column.pinned && !beside.includes(column));
  const columns = [...names, ...beside, ...others];
  let taken =
    (room.hasSelectionColumn ? SELECTION_WIDTH : 0) + names.reduce((sum, column) => sum + widthOf(column, room), 0);
  let pinnedCount = names.length;
  const isNarrow = room.room > 0 && room.room < NARROW_GRID;
  for (const column of isNarrow ? [] : beside) {
    taken += widthOf(column, room);
    if (room.room > 0 && taken > room.room / 2) break;
    pinnedCount += 1;
  }
  return { columns, pinnedCount };
}

/** How the cells of one column are drawn in every row. */
export function cellPlace<Row extends GridRowData>(
  column: GridColumn<Row>,
  at: number,
  pinnedCount: number,
  hasSelectionColumn: boolean,
): CellPlace<Row> {
  return {
    column,
    at,
    colIndex: at + (hasSelectionColumn ? 2 : 1),
    className: at === pinnedCount - 1 ? 'grid-cell grid-lastpinned' : 'grid-cell',
    style: { width: `var(${widthVariable(at)})` },
  };
}
