import type { KeyboardEvent, MouseEvent } from 'react';
import type { Sort } from '#schemas/metadata/object.ts';
import { MAX_COLUMN_WIDTH, MIN_COLUMN_WIDTH, nextSort, type GridColumn, type GridRowData } from './grid-column.ts';
import { widthVariable } from './grid-row.tsx';

interface HeadCellProps<Row extends GridRowData> {
  readonly column: GridColumn<Row>;
  readonly at: number;
  readonly width: number;
  readonly sort: readonly Sort[];
  readonly onSort: (next: readonly Sort[]) => void;
  /** Follows the pointer while the person drags. */
  readonly onDrag: (event: unknown) => void;
  readonly isDragged: boolean;
  readonly onWidth: (width: number) => void;
}

const KEY_STEP = 16;

/** One column header: its label, the order it gives the list, and the handle that changes its width. */
export function HeadCell<Row extends GridRowData>(props: HeadCellProps<Row>) {
  const { column, at, width, sort, onSort, onDrag, isDragged, onWidth } = props;
  const place = sort.findIndex((entry) => entry.field === column.id);
  const order = sort[place]?.order;
  const resizeByKey = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowLeft' ? -KEY_STEP : event.key === 'ArrowRight' ? KEY_STEP : 0;
    if (step === 0) return;
    event.preventDefault();
    onWidth(Math.max(MIN_COLUMN_WIDTH, Math.min(MAX_COLUMN_WIDTH, width + step)));
  };
  return (
    <div
      role="columnheader"
      aria-colindex={at + 1}
      aria-sort={order === undefined ? undefined : order === 'asc' ? 'ascending' : 'descending'}
      className={column.pinned ? 'grid-headcell grid-pinned' : 'grid-headcell'}
      data-align={column.align}
      style={{ width: `var(${widthVariable(at)})` }}
      title={column.help}
    >
      {column.sortable ? (
        <button
          type="button"
          className="grid-sort"
          data-sorted={order}
          title={`按${column.label}排序；按住 Shift 可多列排序`}
          onClick={(event: MouseEvent) => onSort(nextSort(sort, column.id, event.shiftKey))}
        >
          <span>{column.label}</span>
          {order !== undefined && (
            <span className="grid-sortmark" aria-hidden>
              {order === 'asc' ? '▲' : '▼'}
              {sort.length > 1 && place + 1}
            </span>
          )}
        </button>
      ) : (
        <span className="grid-label">{column.label}</span>
      )}
      <div
        role="separator"
        aria-orientation="vertical"
        aria-label={`${column.label}列宽`}
        aria-valuenow={width}
        aria-valuemin={MIN_COLUMN_WIDTH}
        aria-valuemax={MAX_COLUMN_WIDTH}
        tabIndex={0}
        className="grid-resize"
        data-resizing={isDragged || undefined}
        onMouseDown={onDrag}
        onTouchStart={onDrag}
        onKeyDown={resizeByKey}
      />
    </div>
  );
}
