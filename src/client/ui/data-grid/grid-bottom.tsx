import type { ReactNode } from 'react';
import type { GridRowData } from './grid-column.ts';
import type { CellPlace } from './place-columns.ts';

interface GridBottomProps<Row extends GridRowData> {
  readonly pinned: readonly CellPlace<Row>[];
  readonly scrolled: readonly CellPlace<Row>[];
  readonly hasRail: boolean;
  readonly height: number;
  readonly rowIndex: number;
  /** Stands in the first column. */
  readonly label: ReactNode;
  readonly cell: (columnId: string) => ReactNode;
}

/** One row that stays at the bottom of the screen, such as totals. */
export function GridBottom<Row extends GridRowData>(props: GridBottomProps<Row>) {
  const { pinned, scrolled, hasRail, height, rowIndex, label, cell } = props;
  const drawn = ({ column, at, colIndex, className, style }: CellPlace<Row>) => (
    <div
      key={column.id}
      role="gridcell"
      aria-colindex={colIndex}
      className={className}
      data-align={column.align}
      style={style}
    >
      {at === 0 ? label : cell(column.id)}
    </div>
  );
  return (
    <div role="rowgroup" className="grid-bottom">
      <div
        role="row"
        aria-rowindex={rowIndex}
        className="grid-bottomrow"
        style={{ height, lineHeight: `${height - 1}px` }}
      >
        <div role="presentation" className="grid-pins">
          {hasRail && <div role="presentation" className="grid-cell grid-rail" />}
          {pinned.map(drawn)}
        </div>
        <div className="grid-before" />
        {scrolled.map(drawn)}
      </div>
    </div>
  );
}
