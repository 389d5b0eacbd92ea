import type { ReactNode } from 'react';
import type { Sort } from '#schemas/metadata/sort.ts';
import type { GridColumn, GridRowData, GridSelection, ROW_HEIGHTS } from '#client/ui/data-grid/columns/grid-column.ts';

/** The input of a grid, and what it asks for: it keeps no choice of a user, only where the keyboard is. */
export interface DataGridProps<Row extends GridRowData> {
  /** Name of the grid for assistive technology. */
  readonly label: string;
  readonly columns: readonly GridColumn<Row>[];
  /** Rows that can be scrolled to, as far as is known. */
  readonly count: number;
  /** Is that all of them? */
  readonly isExact: boolean;
  /** The row at a place from 0; undefined while it is on its way. Observable. */
  readonly rowAt: (index: number) => Row | undefined;
  /** Rows that are here, in their order. */
  readonly keptRows: () => readonly Row[];
  /** Called with the rows on screen, `to` being one past the last. Must stay the same function. */
  readonly onSee: (from: number, to: number) => void;
  /** Another key means other rows or another order: the view goes back to the top. */
  readonly resetKey: number;
  readonly sort: readonly Sort[];
  readonly onSort: (next: readonly Sort[]) => void;
  /** Pixels by column, where the person has resized. */
  readonly widths: Readonly<Record<string, number>>;
  readonly onWidths: (next: Readonly<Record<string, number>>) => void;
  /** Columns beside the names that stay in place, in order. */
  readonly pinned: readonly string[];
  readonly onPinned: (next: readonly string[]) => void;
  /** Every visible column in its new order. */
  readonly onColumns: (next: readonly string[]) => void;
  readonly onFilterColumn?: ((id: string) => void) | undefined;
  readonly density: keyof typeof ROW_HEIGHTS;
  /** True while the rows on screen are about to be replaced. */
  readonly isBusy: boolean;
  readonly selection?: GridSelection | undefined;
  /** Are the checkboxes shown where there is little room? */
  readonly isSelecting?: boolean;
  /** A long press asks for the checkboxes. */
  readonly onSelecting?: (() => void) | undefined;
  readonly onOpen: (row: Row) => void;
  /** The place of the row whose record is open beside the grid: it is marked, in sight, and where the keyboard is. */
  readonly openAt?: number | undefined;
  /** The cells of a row that stays at the bottom, by column; absent without such a row. */
  readonly bottomCell?: ((columnId: string) => ReactNode) | undefined;
  readonly bottomLabel?: ReactNode;
  /** What is said below the rows: a failure, or nothing. */
  readonly foot?: ReactNode;
}
