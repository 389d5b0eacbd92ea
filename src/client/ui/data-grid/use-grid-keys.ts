import { useState, type Dispatch, type KeyboardEvent, type SetStateAction } from 'react';

/** The cell that the keyboard is at: row -1 is the head; columns count what is drawn, the checkboxes included. */
export interface ActiveCell {
  readonly row: number;
  readonly column: number;
}

/** What keys do at a column's head. */
export type HeaderCommand = 'sort' | 'addSort' | 'menu' | 'left' | 'right' | 'wider' | 'narrower';

interface GridKeys {
  readonly active: ActiveCell | undefined;
  readonly setActive: Dispatch<SetStateAction<ActiveCell | undefined>>;
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}

interface GridExtent {
  readonly rows: number;
  readonly columns: number;
  /** The column that keys start in. */
  readonly firstColumn: number;
  /** Rows that one press of Page Down moves by. */
  readonly pageRows: number;
  readonly onMove: (cell: ActiveCell) => void;
  readonly onOpen: (row: number) => void;
  readonly onHead: (column: number, act: HeaderCommand) => void;
  /** Space: picks the row or lets it go; with Shift from the row picked before. */
  readonly onPick: (row: number, isRange: boolean) => void;
  readonly onPickAll: () => void;
  /** Escape. */
  readonly onLeave: () => void;
}

type Step = (at: ActiveCell, extent: GridExtent) => ActiveCell;

const STEPS: Readonly<Record<string, Step>> = {
  ArrowDown: ({ row, column }) => ({ row: row + 1, column }),
  ArrowUp: ({ row, column }) => ({ row: row - 1, column }),
  ArrowRight: ({ row, column }) => ({ row, column: column + 1 }),
  ArrowLeft: ({ row, column }) => ({ row, column: column - 1 }),
  PageDown: ({ row, column }, { pageRows }) => ({ row: Math.max(0, row) + pageRows, column }),
  PageUp: ({ row, column }, { pageRows }) => ({ row: Math.max(0, row - pageRows), column }),
  Home: ({ row }) => ({ row, column: 0 }),
  End: ({ row }, { columns }) => ({ row, column: columns - 1 }),
};
const FAR_STEPS: Readonly<Record<string, Step>> = {
  Home: () => ({ row: 0, column: 0 }),
  End: (_, { rows, columns }) => ({ row: rows - 1, column: columns - 1 }),
  ArrowDown: ({ column }, { rows }) => ({ row: rows - 1, column }),
  ArrowUp: ({ column }) => ({ row: 0, column }),
};

/** The act of a key at a head, written as `Ctrl+Shift+ArrowLeft`. */
const HEADER_COMMANDS: Readonly<Record<string, HeaderCommand>> = {
  Enter: 'sort',
  ' ': 'sort',
  'Shift+Enter': 'addSort',
  'Alt+ArrowDown': 'menu',
  ContextMenu: 'menu',
  'Shift+F10': 'menu',
  'Ctrl+Shift+ArrowLeft': 'left',
  'Ctrl+Shift+ArrowRight': 'right',
  'Shift+ArrowRight': 'wider',
  'Shift+ArrowLeft': 'narrower',
};

function chord({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): string {
  const held = [(ctrlKey || metaKey) && 'Ctrl', altKey && 'Alt', shiftKey && 'Shift'].filter(Boolean);
  return [...held, key].join('+');
}

const between = (value: number, least: number, most: number) => Math.max(least, Math.min(value, most));

/** What a key does besides moving; false when it does nothing here. */
function act(keys: string, active: ActiveCell | undefined, extent: GridExtent): boolean {
  if (keys === 'Escape') extent.onLeave();
  else if (keys === 'Ctrl+a' || keys === 'Ctrl+A') extent.onPickAll();
  else if (!active) return false;
  else if (active.row < 0) {
    const headAct = HEADER_COMMANDS[keys];
    if (!headAct) return false;
    extent.onHead(active.column, headAct);
  } else if (keys === 'Enter') extent.onOpen(active.row);
  else if (keys === ' ' || keys === 'Shift+ ') extent.onPick(active.row, keys !== ' ');
  else return false;
  return true;
}

/** Moves through a grid by keyboard, its head included. Keys pressed in a control inside the grid are its own. */
export function useGridKeys(extent: GridExtent): GridKeys {
  const [chosen, setActive] = useState<ActiveCell>();
  const isThere = chosen !== undefined && chosen.row < extent.rows && chosen.column < extent.columns;
  const active = isThere ? chosen : undefined;
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.target !== event.currentTarget || extent.rows === 0) return;
    const keys = chord(event);
    if (act(keys, active, extent)) return event.preventDefault();
    const step = keys.startsWith('Ctrl+') ? FAR_STEPS[keys.slice(5)] : STEPS[keys];
    if (!step) return;
    event.preventDefault();
    const next = active ? step(active, extent) : { row: 0, column: extent.firstColumn };
    const cell = { row: between(next.row, -1, extent.rows - 1), column: between(next.column, 0, extent.columns - 1) };
    setActive(cell);
    extent.onMove(cell);
  };
  return { active, setActive, onKeyDown };
}
