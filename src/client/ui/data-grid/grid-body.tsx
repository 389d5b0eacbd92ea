import { observer } from 'mobx-react-lite';
import { useLayoutEffect, useRef } from 'react';
import type { CellPlace } from '#client/ui/data-grid/columns/place-columns.ts';
import type { GridRowData, GridSelection } from '#client/ui/data-grid/columns/grid-column.ts';
import { GridRow } from './grid-row.tsx';
import type { ActiveCell } from './use-grid-keys.ts';
import { useRowRange } from './use-row-range.ts';

interface GridBodyProps<Row extends GridRowData> {
  readonly scroller: Parameters<typeof useRowRange>[0]['scroller'];
  readonly count: number;
  readonly rowAt: (index: number) => Row | undefined;
  readonly onSee: (from: number, to: number) => void;
  readonly rowHeight: number;
  readonly room: number;
  readonly pinned: readonly CellPlace<Row>[];
  readonly scrolled: readonly CellPlace<Row>[];
  readonly selection: GridSelection | undefined;
  readonly active: ActiveCell | undefined;
  readonly activeId: string;
  readonly openAt: number | undefined;
  /** Another key is another list, whose rows on screen are computed again. */
  readonly resetKey: number;
}

function Body<Row extends GridRowData>(props: GridBodyProps<Row>) {
  const { count, rowAt, rowHeight, pinned, scrolled, selection, active, activeId, openAt, resetKey } = props;
  const { rows, firstSlot, look } = useRowRange(props);
  // Keys move the view by script, which the scroll event reports a frame later.
  const keyRow = active?.row;
  const told = useRef(resetKey);
  useLayoutEffect(() => {
    if (keyRow === undefined && told.current === resetKey) return;
    told.current = resetKey;
    look();
  }, [look, keyRow, resetKey]);
  const drawn = (slot: number) => {
    const index = rows[slot] ?? count;
    if (index >= count) return undefined;
    return (
      <GridRow
        key={slot}
        row={rowAt(index)}
        index={index}
        top={index * rowHeight}
        height={rowHeight}
        label={`选择第 ${index + 1} 行`}
        pinned={pinned}
        scrolled={scrolled}
        selection={selection}
        active={active?.row === index ? active.column + 1 : undefined}
        activeId={activeId}
        isOpen={index === openAt}
      />
    );
  };
  return (
    <div role="rowgroup" className="grid-body" style={{ height: count * rowHeight }}>
      {rows.map((_, place) => drawn((firstSlot + place) % rows.length))}
    </div>
  );
}

/** The rows near the screen. A row that scrolls out hands its elements to one that scrolls in. */
export const GridBody = observer(Body) as typeof Body;
