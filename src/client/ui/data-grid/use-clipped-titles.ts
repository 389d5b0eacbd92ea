import type { MouseEvent } from 'react';
import type { CellPlace } from '#client/ui/data-grid/columns/place-columns.ts';
import type { GridRowData } from '#client/ui/data-grid/columns/grid-column.ts';

/** The whole text of a cell on hover, where the cell cannot show it; looked at only when the pointer comes, not for every cell drawn. */
export function useClippedTitles<Row extends GridRowData>(
  places: readonly CellPlace<Row>[],
  rowAt: (index: number) => Row | undefined,
) {
  const cellOf = (event: MouseEvent) => (event.target as Element).closest<HTMLElement>('[role=gridcell]');
  return {
    onMouseOver: (event: MouseEvent) => {
      const cell = cellOf(event);
      const at = cell?.closest<HTMLElement>('[data-row]')?.dataset['row'];
      const column = places.find(({ colIndex }) => String(colIndex) === cell?.getAttribute('aria-colindex'))?.column;
      const row = at === undefined ? undefined : rowAt(Number(at));
      if (!cell || !column || !row) return;
      const text = column.hover?.(row) ?? (cell.scrollWidth > cell.clientWidth ? column.text(row) : undefined);
      if (text === undefined) cell.removeAttribute('title');
      else cell.title = text;
    },
    // Rows hand their elements on: a title must not stay behind.
    onMouseOut: (event: MouseEvent) => cellOf(event)?.removeAttribute('title'),
  };
}
