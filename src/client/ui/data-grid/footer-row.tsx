import type { ReactNode } from 'react';
import type { GridRowData } from '#client/ui/data-grid/columns/grid-column.ts';
import type { CellPlace } from '#client/ui/data-grid/columns/place-columns.ts';

interface FooterRowProps<Row extends GridRowData> {
  readonly pinned: readonly CellPlace<Row>[];
  readonly scrolled: readonly CellPlace<Row>[];
  readonly hasSelectionColumn: boolean;
  readonly height: number;
  readonly rowIndex: number;
  /** The content of the first column. */
  readonly label: ReactNode;
  readonly cell: (columnId: string) => ReactNode;
}

/** One row that stays at the bottom of the screen, such as totals. */
export function FooterRow<Row extends GridRowData>(props: FooterRowProps<Row>) {
  const { pinned, scrolled, hasSelectionColumn, height, rowIndex, label, cell } = props;
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
    <div role="rowgroup" className="grid-footer">
      <div
        role="row"
        aria-rowindex={rowIndex}
        className="grid-footer-row"
        style={{ height, lineHeight: `${height - 1}px` }}
      >
        <div role="presentation" className="grid-pins">
          {hasSelectionColumn && <div role="presentation" className="grid-cell grid-select" />}
          {pinned.map(drawn)}
        </div>
        <div className="grid-before" />
        {scrolled.map(drawn)}
      </div>
    </div>
  );
}
