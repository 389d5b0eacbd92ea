import {
  columnPinningFeature,
  columnResizingFeature,
  columnSizingFeature,
  tableFeatures,
  useTable,
  type ColumnDef,
} from '@tanstack/react-table';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useId, useMemo, useRef, type MouseEvent, type ReactNode } from 'react';
import type { Sort } from '#schemas/metadata/object.ts';
import './data-grid.css';
import { MAX_COLUMN_WIDTH, MIN_COLUMN_WIDTH, ROW_HEIGHTS, type GridColumn, type GridRowData } from './grid-column.ts';
import { HeadCell } from './grid-head.tsx';
import { cellId, GridRow, widthVariable } from './grid-row.tsx';
import { useColumnWindow } from './use-column-window.ts';
import { useGridKeys } from './use-grid-keys.ts';

interface DataGridProps<Row extends GridRowData> {
  /** Name of the grid for assistive technology. */
  readonly label: string;
  readonly columns: readonly GridColumn<Row>[];
  readonly rows: readonly Row[];
  readonly sort: readonly Sort[];
  readonly onSort: (next: readonly Sort[]) => void;
  /** Pixels by column, where the person has resized. */
  readonly widths: Readonly<Record<string, number>>;
  readonly onWidths: (next: Readonly<Record<string, number>>) => void;
  readonly density: keyof typeof ROW_HEIGHTS;
  /** True while the rows on screen are about to be replaced. */
  readonly isBusy: boolean;
  /** Called as the last rows come near. */
  readonly onEndReached: () => void;
  readonly onOpen: (row: Row) => void;
  /** What stands below the last row: the next page loading, its failure, the end. */
  readonly foot: ReactNode;
}

const features = tableFeatures({ columnSizingFeature, columnResizingFeature, columnPinningFeature });
const HEAD_HEIGHT = 38;
const NEAR_END_ROWS = 10;

/** Rows and columns for reading all day: both axes drawn as far as they are seen, first column pinned, led by keyboard. */
export function DataGrid<Row extends GridRowData>(props: DataGridProps<Row>) {
  const { label, rows, sort, onSort, widths, onWidths, density, isBusy, onEndReached, onOpen, foot } = props;
  const gridId = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const columns = useMemo(
    () => [...props.columns.filter((column) => column.pinned), ...props.columns.filter((column) => !column.pinned)],
    [props.columns],
  );
  const definitions = useMemo(
    () =>
      columns.map((column): ColumnDef<typeof features, GridRowData> => ({
        id: column.id,
        size: widths[column.id] ?? column.width,
        minSize: MIN_COLUMN_WIDTH,
        maxSize: MAX_COLUMN_WIDTH,
      })),
    [columns, widths],
  );
  const table = useTable({ features, columns: definitions, data: NO_ROWS, columnResizeMode: 'onChange' });
  const headers = table.getFlatHeaders();
  const sizes = headers.map((header) => header.getSize());
  useCommittedWidths(table.state.columnResizing.isResizingColumn, table.state.columnSizing, (changed) => {
    onWidths({ ...widths, ...changed });
    table.resetColumnSizing(true);
  });

  const pinnedCount = columns.filter((column) => column.pinned).length;
  const pinnedWidth = sizes.slice(0, pinnedCount).reduce((sum, size) => sum + size, 0);
  const sizeKey = sizes.join();
  const scrolledSizes = useMemo(() => sizeKey.split(',').slice(pinnedCount).map(Number), [sizeKey, pinnedCount]);
  const window = useColumnWindow(scroller, scrolledSizes, pinnedWidth);

  const rowHeight = ROW_HEIGHTS[density];
  const virtualRows = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    scrollPaddingStart: HEAD_HEIGHT,
    overscan: 8,
  });
  useEffect(() => virtualRows.measure(), [virtualRows, rowHeight]);
  const items = virtualRows.getVirtualItems();
  const lastSeen = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (rows.length > 0 && lastSeen >= rows.length - NEAR_END_ROWS) onEndReached();
  }, [lastSeen, rows.length, onEndReached]);

  const open = (index: number) => {
    const row = rows[index];
    if (row) onOpen(row);
  };
  const keys = useGridKeys({
    rows: rows.length,
    columns: columns.length,
    pageRows: Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 1),
    onMove: (cell) => {
      virtualRows.scrollToIndex(cell.row, { align: 'auto' });
      if (cell.column >= pinnedCount) window.scrollTo(cell.column - pinnedCount);
    },
    onOpen: open,
  });
  const atCell = (event: MouseEvent) => {
    const cell = (event.target as Element).closest('[role="gridcell"]');
    const row = cell?.closest<HTMLElement>('[data-row]')?.dataset['row'];
    if (cell && row) keys.setActive({ row: Number(row), column: Number(cell.getAttribute('aria-colindex')) - 1 });
  };

  const totalWidth = sizes.reduce((sum, size) => sum + size, 0);
  const style = { width: totalWidth, ...Object.fromEntries(sizes.map((size, at) => [widthVariable(at), `${size}px`])) };
  const headCell = (column: GridColumn<Row>, at: number) => (
    <HeadCell
      key={column.id}
      column={column}
      at={at}
      width={sizes[at] ?? column.width}
      sort={sort}
      onSort={onSort}
      onDrag={headers[at]?.getResizeHandler() ?? ignore}
      isDragged={table.state.columnResizing.isResizingColumn === column.id}
      onWidth={(width) => onWidths({ ...widths, [column.id]: width })}
    />
  );
  return (
    <div
      ref={scroller}
      className="grid"
      role="grid"
      aria-label={label}
      aria-rowcount={-1}
      aria-colcount={columns.length}
      aria-busy={isBusy}
      aria-activedescendant={keys.active && cellId(gridId, keys.active.row, keys.active.column)}
      tabIndex={0}
      onKeyDown={keys.onKeyDown}
      onMouseDown={atCell}
      onDoubleClick={() => keys.active && open(keys.active.row)}
    >
      <div className="grid-canvas" style={style}>
        <div className="grid-head" role="row" aria-rowindex={1}>
          {columns.slice(0, pinnedCount).map(headCell)}
          {window.before > 0 && <div style={{ flex: 'none', width: window.before }} />}
          {columns
            .slice(pinnedCount + window.from, pinnedCount + window.to)
            .map((column, at) => headCell(column, pinnedCount + window.from + at))}
        </div>
        {isBusy && <div className="grid-busy" />}
        <div role="rowgroup" style={{ position: 'relative', height: virtualRows.getTotalSize() }}>
          {items.map((item) => {
            const row = rows[item.index];
            return (
              row && (
                <GridRow
                  key={row.id}
                  gridId={gridId}
                  row={row}
                  index={item.index}
                  top={item.start}
                  height={rowHeight}
                  columns={columns}
                  pinnedCount={pinnedCount}
                  window={window}
                  activeColumn={keys.active?.row === item.index ? keys.active.column : undefined}
                />
              )
            );
          })}
        </div>
      </div>
      <div className="grid-foot">{foot}</div>
    </div>
  );
}

/** The rows are ours to draw; the table keeps the columns only. */
const NO_ROWS: GridRowData[] = [];

const ignore = () => undefined;

/** Hands the widths on once the person lets go, not at every pixel. */
function useCommittedWidths(
  resizing: string | false,
  sizing: Readonly<Record<string, number>>,
  commit: (changed: Readonly<Record<string, number>>) => void,
): void {
  const wasResizing = useRef(false);
  useEffect(() => {
    if (wasResizing.current && resizing === false && Object.keys(sizing).length > 0) {
      commit(Object.fromEntries(Object.entries(sizing).map(([id, width]) => [id, Math.round(width)])));
    }
    wasResizing.current = resizing !== false;
  });
}
