import { useState, type KeyboardEvent } from 'react';

/** The cell that the keyboard is at. */
export interface ActiveCell {
  readonly row: number;
  readonly column: number;
}

interface GridKeys {
  readonly active: ActiveCell | undefined;
  readonly setActive: (cell: ActiveCell | undefined) => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}

interface GridExtent {
  readonly rows: number;
  readonly columns: number;
  /** Rows that one press of Page Down moves by. */
  readonly pageRows: number;
  readonly onMove: (cell: ActiveCell) => void;
  readonly onOpen: (row: number) => void;
}

type Step = (at: ActiveCell, extent: GridExtent) => ActiveCell;

const STEPS: Readonly<Record<string, Step>> = {
  ArrowDown: ({ row, column }) => ({ row: row + 1, column }),
  ArrowUp: ({ row, column }) => ({ row: row - 1, column }),
  ArrowRight: ({ row, column }) => ({ row, column: column + 1 }),
  ArrowLeft: ({ row, column }) => ({ row, column: column - 1 }),
  PageDown: ({ row, column }, { pageRows }) => ({ row: row + pageRows, column }),
  PageUp: ({ row, column }, { pageRows }) => ({ row: row - pageRows, column }),
  Home: ({ row }) => ({ row, column: 0 }),
  End: ({ row }, { columns }) => ({ row, column: columns - 1 }),
};

const clamp = (value: number, count: number) => Math.max(0, Math.min(value, count - 1));

/** Moves through a grid by keyboard, and opens the row at Enter. Keys pressed in a control inside the grid are its own. */
export function useGridKeys(extent: GridExtent): GridKeys {
  const [chosen, setActive] = useState<ActiveCell>();
  const isThere = chosen !== undefined && chosen.row < extent.rows && chosen.column < extent.columns;
  const active = isThere ? chosen : undefined;
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.target !== event.currentTarget || extent.rows === 0) return;
    if (event.key === 'Enter' && active) return extent.onOpen(active.row);
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    const next = active ? step(active, extent) : { row: 0, column: 0 };
    const cell = { row: clamp(next.row, extent.rows), column: clamp(next.column, extent.columns) };
    setActive(cell);
    extent.onMove(cell);
  };
  return { active, setActive, onKeyDown };
}
