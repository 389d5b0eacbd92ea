import { observer } from 'mobx-react-lite';
import type { CellPlace } from '#client/ui/data-grid/columns/place-columns.ts';
import type { GridRowData, GridSelection } from '#client/ui/data-grid/columns/grid-column.ts';

interface GridRowProps<Row extends GridRowData> {
  /** Undefined while it is on its way. */
  readonly row: Row | undefined;
  readonly index: number;
  readonly top: number;
  readonly height: number;
  readonly label: string;
  /** Cells that stay in place, then those that scroll. */
  readonly pinned: readonly CellPlace<Row>[];
  readonly scrolled: readonly CellPlace<Row>[];
  readonly selection: GridSelection | undefined;
  /** Column that the keyboard is at, counted from 1. */
  readonly active: number | undefined;
  readonly activeId: string;
  /** Its record is open beside the grid. */
  readonly isOpen: boolean;
}

function Row<Data extends GridRowData>(props: GridRowProps<Data>) {
  const { row, index, top, height, label, pinned, scrolled, selection, active, activeId, isOpen } = props;
  const isPicked = row && selection ? selection.has(row.id) : undefined;
  const cell = ({ column, colIndex, className, style }: CellPlace<Data>) => (
    <div
      key={column.id}
      id={active === colIndex ? activeId : undefined}
      role="gridcell"
      aria-colindex={colIndex}
      className={className}
      data-align={column.align}
      data-active={active === colIndex || undefined}
      style={style}
    >
      {row && column.cell(row)}
    </div>
  );
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isPicked}
      aria-busy={row === undefined || undefined}
      aria-current={isOpen || undefined}
      className="grid-row"
      data-row={index}
      data-active={active !== undefined || undefined}
      style={{ height, lineHeight: `${height - 1}px`, transform: `translateY(${top}px)` }}
    >
      <div role="presentation" className="grid-pins">
        {selection && (
          <div
            role="gridcell"
            aria-colindex={1}
            id={active === 1 ? activeId : undefined}
            className="grid-cell grid-select"
            data-active={active === 1 || undefined}
          >
            {row && <input type="checkbox" readOnly tabIndex={-1} checked={isPicked ?? false} aria-label={label} />}
          </div>
        )}
        {pinned.map(cell)}
      </div>
      <div className="grid-before" />
      {scrolled.map(cell)}
    </div>
  );
}

/** One row; drawn again only when its data, its place, the columns or whether it is picked change. */
export const GridRow = observer(Row) as typeof Row;
