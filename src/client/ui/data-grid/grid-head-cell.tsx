import type { KeyboardEvent, MouseEvent, PointerEvent } from 'react';
import type { Sort } from '#schemas/metadata/sort.ts';
import { MAX_COLUMN_WIDTH, MIN_COLUMN_WIDTH, type GridRowData } from '#client/ui/data-grid/columns/grid-column.ts';
import type { CellPlace } from '#client/ui/data-grid/columns/place-columns.ts';

interface HeadCellProps<Row extends GridRowData> {
  readonly place: CellPlace<Row>;
  readonly width: number;
  readonly sort: readonly Sort[];
  readonly isActive: boolean;
  readonly activeId: string;
  readonly isResized: boolean;
  readonly isDragged: boolean;
  readonly onSort: (add: boolean) => void;
  readonly onMenu: (anchor: HTMLElement) => void;
  /** Begins to drag the column elsewhere. */
  readonly onGrab: (event: PointerEvent<HTMLElement>) => void;
  /** Follows the pointer while the edge is dragged. */
  readonly onResize: (event: unknown) => void;
  readonly onWidth: (width: number) => void;
  readonly onFit: () => void;
}

const KEY_STEP = 16;
const nothing = () => undefined;

/** A width that columns may have, in pixels. */
export const allowedWidth = (width: number): number => Math.max(MIN_COLUMN_WIDTH, Math.min(MAX_COLUMN_WIDTH, width));

/** One column header: its label, the order it gives the list, its menu, and the edge that changes its width. */
export function HeadCell<Row extends GridRowData>(props: HeadCellProps<Row>) {
  const { place, width, sort, isActive, activeId, isResized, isDragged } = props;
  const { column, colIndex, className, style } = place;
  const rank = sort.findIndex((entry) => entry.field === column.id);
  const order = sort[rank]?.order;
  const resizeByKey = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowLeft' ? -KEY_STEP : event.key === 'ArrowRight' ? KEY_STEP : 0;
    if (step === 0) return;
    event.preventDefault();
    props.onWidth(allowedWidth(width + step));
  };
  return (
    <div
      role="columnheader"
      tabIndex={-1}
      id={isActive ? activeId : undefined}
      aria-colindex={colIndex}
      aria-sort={order === undefined ? undefined : order === 'asc' ? 'ascending' : 'descending'}
      className={className.replace('grid-cell', 'grid-headcell')}
      data-column={column.id}
      data-align={column.align}
      data-active={isActive || undefined}
      data-dragged={isDragged || undefined}
      style={style}
      onPointerDown={column.pinned ? nothing : props.onGrab}
      onContextMenu={(event) => {
        event.preventDefault();
        props.onMenu(event.currentTarget);
      }}
    >
      {column.sortable ? (
        <button
          type="button"
          tabIndex={-1}
          className="grid-sort"
          data-sorted={order}
          title={`${column.help ? `${column.help}\n` : ''}点按排序，按住 Shift 可多列排序`}
          onClick={(event: MouseEvent) => props.onSort(event.shiftKey)}
        >
          <span>{column.label}</span>
          {order !== undefined && (
            <span className="grid-sortmark" aria-hidden>
              {order === 'asc' ? '▲' : '▼'}
              {sort.length > 1 && rank + 1}
            </span>
          )}
        </button>
      ) : (
        <span className="grid-label" title={column.help}>
          {column.label}
        </span>
      )}
      <button
        type="button"
        tabIndex={-1}
        className="grid-menu"
        aria-label={`${column.label}列菜单`}
        aria-haspopup="menu"
        onPointerDown={(event) => event.stopPropagation()}
        onClick={(event) => props.onMenu(event.currentTarget)}
      />
      <div
        role="separator"
        aria-orientation="vertical"
        aria-label={`${column.label}列宽`}
        aria-valuenow={width}
        aria-valuemin={MIN_COLUMN_WIDTH}
        aria-valuemax={MAX_COLUMN_WIDTH}
        tabIndex={-1}
        className="grid-resize"
        data-resizing={isResized || undefined}
        onPointerDown={(event) => event.stopPropagation()}
        onMouseDown={props.onResize}
        onTouchStart={props.onResize}
        onDoubleClick={props.onFit}
        onKeyDown={resizeByKey}
      />
    </div>
  );
}
