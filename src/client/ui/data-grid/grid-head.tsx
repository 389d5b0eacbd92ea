import type { PointerEvent } from 'react';
import type { Sort } from '#schemas/metadata/sort.ts';
import {
  nextSort,
  type GridColumn,
  type GridRowData,
  type GridSelection,
} from '#client/ui/data-grid/columns/grid-column.ts';
import { HeadCell } from './grid-head-cell.tsx';
import { SelectionHead } from './selection-column.tsx';
import type { CellPlace } from '#client/ui/data-grid/columns/place-columns.ts';
import type { useGridColumns } from '#client/ui/data-grid/columns/use-grid-columns.ts';
import type { ActiveCell } from './use-grid-keys.ts';

interface GridHeadProps<Row extends GridRowData> {
  readonly grid: ReturnType<typeof useGridColumns<Row>>;
  /** Absent where there are no checkboxes. */
  readonly selection: GridSelection | undefined;
  readonly sort: readonly Sort[];
  readonly onSort: (next: readonly Sort[]) => void;
  readonly widths: Readonly<Record<string, number>>;
  readonly onWidths: (next: Readonly<Record<string, number>>) => void;
  readonly active: ActiveCell | undefined;
  readonly activeId: string;
  readonly dragged: string | undefined;
  readonly onGrab: (id: string, event: PointerEvent<HTMLElement>) => void;
  readonly onMenu: (column: GridColumn<Row>, anchor: HTMLElement) => void;
  readonly onFit: (column: GridColumn<Row>) => void;
}

/** The row of column headers, which stays at the top. */
export function GridHead<Row extends GridRowData>(props: GridHeadProps<Row>) {
  const { grid, selection, sort, onSort, widths, onWidths, active, activeId, dragged } = props;
  const isActive = (column: number) => active?.row === -1 && active.column === column;
  const cell = (place: CellPlace<Row>) => {
    const { column, at, colIndex } = place;
    return (
      <HeadCell
        key={column.id}
        place={place}
        width={grid.sizes[at] ?? column.width}
        sort={sort}
        isActive={isActive(colIndex - 1)}
        activeId={activeId}
        isResized={grid.resizing === column.id}
        isDragged={dragged === column.id}
        onSort={(add) => onSort(nextSort(sort, column, add))}
        onMenu={(anchor) => props.onMenu(column, anchor)}
        onGrab={(event) => props.onGrab(column.id, event)}
        onResize={grid.resizeHandler(at)}
        onWidth={(width) => onWidths({ ...widths, [column.id]: width })}
        onFit={() => props.onFit(column)}
      />
    );
  };
  return (
    <div className="grid-head" role="rowgroup">
      <div className="grid-headrow" role="row" aria-rowindex={1}>
        <div role="presentation" className="grid-pins">
          {selection && <SelectionHead selection={selection} isActive={isActive(0)} activeId={activeId} />}
          {grid.pinnedPlaces.map(cell)}
        </div>
        <div className="grid-before" />
        {grid.scrolledPlaces.map(cell)}
      </div>
    </div>
  );
}
