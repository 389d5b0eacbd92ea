import type { ReactNode } from 'react';
import type { Sort } from '#schemas/metadata/sort.ts';

/** What a grid needs of a row: a key. */
export interface GridRowData {
  readonly id: string;
}

/** One column of a grid. The cell draws itself from the row. */
export interface GridColumn<Row extends GridRowData> {
  readonly id: string;
  readonly label: string;
  /** One sentence on the header. */
  readonly help?: string | undefined;
  /** Pixels, until the person resizes it. */
  readonly width: number;
  readonly align: 'start' | 'end';
  readonly sortable: boolean;
  /** The grid's filter of a column can be of this one when absent. */
  readonly filterable?: false;
  /** The order of the first press on its head; ascending when absent. */
  readonly firstOrder?: 'asc' | 'desc' | undefined;
  /** Stays in place while the others scroll sideways. */
  readonly pinned: boolean;
  /** Drawn by the row, which observes what it reads: bare text wherever possible, because hundreds are on a screen. */
  readonly cell: (row: Row) => ReactNode;
  /** Pixels that the cell takes beside its text. */
  readonly room?: number;
  /** The cell as one line of text, to be copied and measured. */
  readonly text: (row: Row) => string;
  /** What to say on hover where that is more than the cell shows; a clipped cell says its whole text by itself. */
  readonly hover?: (row: Row) => string | undefined;
}

/** The rows that a person has picked, as the grid shows and changes them. Reads are observable. */
export interface GridSelection {
  readonly has: (id: string) => boolean;
  readonly state: () => 'none' | 'some' | 'all';
  readonly toggle: (id: string) => void;
  /** Picks the rows `from` to `to` (one past the last), or lets them go. */
  readonly range: (from: number, to: number, picked: boolean) => void;
  readonly all: () => void;
  readonly clear: () => void;
}

export const MIN_COLUMN_WIDTH = 56;
export const MAX_COLUMN_WIDTH = 800;

/** Below this width of the grid only the name stays in place, and rows are picked after asking for it. */
export const NARROW_GRID = 600;
export const HEAD_HEIGHT = 38;
/** The column of checkboxes. */
export const SELECTION_WIDTH = 40;

/** Row height in pixels. */
export const ROW_HEIGHTS = { compact: 32, standard: 40, comfortable: 52 } as const;

/**
 * The next order after a press on a header: ascending, descending, none; descending first where a column begins so. `add`
 * keeps the other fields, so that several fields order the list; without it the field orders alone.
 */
export function nextSort(
  sort: readonly Sort[],
  { id: field, firstOrder: first = 'asc' }: Pick<GridColumn<GridRowData>, 'id' | 'firstOrder'>,
  add: boolean,
): readonly Sort[] {
  const at = sort.findIndex((entry) => entry.field === field);
  const current = sort[at];
  const second = first === 'asc' ? 'desc' : 'asc';
  const next: Sort | undefined =
    current === undefined ? { field, order: first } : current.order === first ? { field, order: second } : undefined;
  if (!add) return next ? [next] : [];
  if (at < 0) return next ? [...sort, next] : sort;
  return sort.flatMap((entry, index) => (index === at ? (next ?? []) : entry));
}

/** The ids with one of them moved to another place, from 0. */
export function moveColumn(ids: readonly string[], id: string, to: number): readonly string[] {
  const others = ids.filter((other) => other !== id);
  const at = Math.max(0, Math.min(others.length, to));
  return [...others.slice(0, at), id, ...others.slice(at)];
}
