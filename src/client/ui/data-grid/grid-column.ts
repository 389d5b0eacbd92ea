import type { ReactNode } from 'react';
import type { Sort } from '#schemas/metadata/object.ts';

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
  /** Stays in place while the others scroll sideways. */
  readonly pinned: boolean;
  readonly cell: (row: Row) => ReactNode;
}

export const MIN_COLUMN_WIDTH = 56;
export const MAX_COLUMN_WIDTH = 800;

/** Row height in pixels. */
export const ROW_HEIGHTS = { compact: 32, standard: 40, comfortable: 52 } as const;

/**
 * The next order after a press on a header: ascending, descending, none. `add` keeps the other fields, so that several
 * fields order the list; without it the field stands alone.
 */
export function nextSort(sort: readonly Sort[], field: string, add: boolean): readonly Sort[] {
  const at = sort.findIndex((entry) => entry.field === field);
  const current = sort[at];
  const next: Sort | undefined =
    current === undefined ? { field, order: 'asc' } : current.order === 'asc' ? { field, order: 'desc' } : undefined;
  if (!add) return next ? [next] : [];
  if (at < 0) return next ? [...sort, next] : sort;
  return sort.flatMap((entry, index) => (index === at ? (next ?? []) : entry));
}
