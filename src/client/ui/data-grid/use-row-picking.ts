import { useRef, type MouseEvent } from 'react';
import type { GridRowData, GridSelection } from '#client/ui/data-grid/columns/grid-column.ts';
import { pickAllOrNone } from './selection-column.tsx';

/** Picking rows by pointer and keys: one, a range from the one before, or all. */
export function useRowPicking<Row extends GridRowData>(
  selection: GridSelection | undefined,
  rowAt: (index: number) => Row | undefined,
) {
  const anchor = useRef(0);
  const pick = (index: number, isRange: boolean) => {
    const row = rowAt(index);
    if (!row || !selection) return;
    if (isRange) selection.range(Math.min(anchor.current, index), Math.max(anchor.current, index) + 1, true);
    else selection.toggle(row.id);
    anchor.current = index;
  };
  return {
    pick,
    allOrNone: () => selection && pickAllOrNone(selection),
    resetAnchor: () => {
      anchor.current = 0;
    },
    onClick: (event: MouseEvent) => {
      const target = event.target as Element;
      if (selection && target.closest('[data-pick-all]')) pickAllOrNone(selection);
      const row = target.closest('.grid-select')?.closest<HTMLElement>('[data-row]')?.dataset['row'];
      if (row !== undefined) pick(Number(row), event.shiftKey);
    },
  };
}
