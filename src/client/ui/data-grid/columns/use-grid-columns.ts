import {
  columnPinningFeature,
  columnResizingFeature,
  columnSizingFeature,
  tableFeatures,
  useTable,
  type ColumnDef,
} from '@tanstack/react-table';
import { useEffect, useMemo, useRef, type CSSProperties, type RefObject } from 'react';
import {
  MAX_COLUMN_WIDTH,
  MIN_COLUMN_WIDTH,
  SELECTION_WIDTH,
  type GridColumn,
  type GridRowData,
} from './grid-column.ts';
import { cellPlace, placeColumns, widthOf, widthVariable } from './place-columns.ts';
import { useColumnWindow } from './use-column-window.ts';

interface GridColumnsInput<Row extends GridRowData> {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly columns: readonly GridColumn<Row>[];
  readonly widths: Readonly<Record<string, number>>;
  readonly onWidths: (next: Readonly<Record<string, number>>) => void;
  readonly pinned: readonly string[];
  /** Width of the grid in pixels. */
  readonly room: number;
  readonly hasSelectionColumn: boolean;
}

const features = tableFeatures({ columnSizingFeature, columnResizingFeature, columnPinningFeature });
/** The rows are ours to draw; the table keeps the columns only. */
const NO_ROWS: GridRowData[] = [];
const ignore = () => undefined;

/** Columns in the order they are drawn, their widths while and after resizing, and which of them are near the screen. */
export function useGridColumns<Row extends GridRowData>(input: GridColumnsInput<Row>) {
  const { scroller, columns: all, widths, onWidths, pinned, room, hasSelectionColumn } = input;
  const { columns, pinnedCount } = useMemo(
    () => placeColumns(all, { widths, pinned, room, hasSelectionColumn }),
    [all, widths, pinned, room, hasSelectionColumn],
  );
  const definitions = useMemo(
    () =>
      columns.map((column): ColumnDef<typeof features, GridRowData> => ({
        id: column.id,
        size: widthOf(column, { widths, room }),
        minSize: MIN_COLUMN_WIDTH,
        maxSize: MAX_COLUMN_WIDTH,
      })),
    [columns, widths, room],
  );
  const table = useTable({ features, columns: definitions, data: NO_ROWS, columnResizeMode: 'onChange' });
  const headers = table.getFlatHeaders();
  const sizes = headers.map((header) => header.getSize());
  useCommittedWidths(table.state.columnResizing.isResizingColumn, table.state.columnSizing, (changed) => {
    onWidths({ ...widths, ...changed });
    table.resetColumnSizing(true);
  });

  const lefts = sizes.map((_, at) =>
    sizes.slice(0, at).reduce((sum, size) => sum + size, hasSelectionColumn ? SELECTION_WIDTH : 0),
  );
  const pinnedWidth = lefts[pinnedCount] ?? (lefts.at(-1) ?? 0) + (sizes.at(-1) ?? 0);
  const window = useColumnWindow(scroller, sizes.slice(pinnedCount).join(), pinnedWidth, room);

  const places = useMemo(
    () => columns.map((column, at) => cellPlace(column, at, pinnedCount, hasSelectionColumn)),
    [columns, pinnedCount, hasSelectionColumn],
  );
  const pinnedPlaces = useMemo(() => places.slice(0, pinnedCount), [places, pinnedCount]);
  const scrolledPlaces = useMemo(
    () => places.slice(pinnedCount + window.from, pinnedCount + window.to),
    [places, pinnedCount, window.from, window.to],
  );
  const style: CSSProperties = {
    width: (lefts.at(-1) ?? 0) + (sizes.at(-1) ?? 0),
    ...Object.fromEntries([
      ...sizes.map((size, at) => [widthVariable(at), `${size}px`]),
      ['--before', `${window.before}px`],
    ]),
  };
  return {
    columns,
    pinnedCount,
    nameCount: columns.filter((column) => column.pinned).length,
    sizes,
    pinnedPlaces,
    scrolledPlaces,
    style,
    resizing: table.state.columnResizing.isResizingColumn,
    resizeHandler: (at: number) => headers[at]?.getResizeHandler() ?? ignore,
    scrollTo: (at: number) => at >= pinnedCount && window.scrollTo(at - pinnedCount),
  };
}

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
