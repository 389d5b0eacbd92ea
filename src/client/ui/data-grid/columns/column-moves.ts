import { moveColumn, type GridColumn, type GridRowData } from './grid-column.ts';

interface ColumnMovesInput<Row extends GridRowData> {
  /** As drawn: names, then what stays in place beside them, then the others. */
  readonly columns: readonly GridColumn<Row>[];
  readonly nameCount: number;
  readonly pinnedCount: number;
  readonly pinned: readonly string[];
  readonly onPinned: (next: readonly string[]) => void;
  readonly onColumns: (next: readonly string[]) => void;
  readonly onFilterColumn?: ((id: string) => void) | undefined;
}

/** Moving, pinning and hiding columns. A column moves among those that stay in place, or among those that scroll; names never move. */
export function columnMoves<Row extends GridRowData>(input: ColumnMovesInput<Row>) {
  const { columns, nameCount, pinnedCount, pinned, onPinned, onColumns, onFilterColumn } = input;
  const ids = columns.map((column) => column.id);
  const isName = (id: string) => ids.indexOf(id) < nameCount;
  const isInPlace = (id: string) => ids.indexOf(id) < pinnedCount;
  const zoneOf = (id: string) =>
    isName(id) ? [] : isInPlace(id) ? ids.slice(nameCount, pinnedCount) : ids.slice(pinnedCount);
  const moveTo = (id: string, to: number) => {
    const zone = zoneOf(id);
    const order = moveColumn(zone, id, to - ids.indexOf(zone[0] ?? id));
    if (isInPlace(id)) onPinned([...order, ...pinned.filter((other) => !order.includes(other))]);
    else onColumns([...ids.slice(0, pinnedCount), ...order]);
  };
  /** Moves a column one place left (-1) or right (1); false where it cannot go further. */
  const step = (id: string, by: -1 | 1): boolean => {
    const zone = zoneOf(id);
    const to = zone.indexOf(id) + by;
    if (zone.length === 0 || to < 0 || to >= zone.length) return false;
    moveTo(id, ids.indexOf(id) + by);
    return true;
  };
  const canStep = (id: string, by: -1 | 1) => zoneOf(id)[zoneOf(id).indexOf(id) + by] !== undefined;
  return {
    ids,
    zoneOf,
    moveTo,
    step,
    isPinned: (id: string) => pinned.includes(id),
    actsOf: ({ id }: GridColumn<Row>) => ({
      ...(!isName(id) && {
        onPin: (isPinned: boolean) => onPinned(isPinned ? [...pinned, id] : pinned.filter((other) => other !== id)),
        onHide: () => onColumns(ids.filter((other) => other !== id)),
      }),
      ...(canStep(id, -1) && { onLeft: () => void step(id, -1) }),
      ...(canStep(id, 1) && { onRight: () => void step(id, 1) }),
      ...(onFilterColumn && { onFilter: () => onFilterColumn(id) }),
    }),
  };
}
