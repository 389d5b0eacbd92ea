import type { Sort } from '#schemas/metadata/sort.ts';
import { nextSort, type GridColumn, type GridRowData } from '#client/ui/data-grid/columns/grid-column.ts';
import { allowedWidth } from './grid-head-cell.tsx';
import type { HeaderCommand } from './use-grid-keys.ts';

interface HeadTarget<Row extends GridRowData> {
  /** Undefined at the checkboxes. */
  readonly column: GridColumn<Row> | undefined;
  readonly width: number;
  readonly sort: readonly Sort[];
  readonly onSort: (next: readonly Sort[]) => void;
  readonly onPickAll: () => void;
  readonly onWidth: (id: string, width: number) => void;
  readonly onStep: (id: string, by: -1 | 1) => void;
  readonly onMenu: (column: GridColumn<Row>) => void;
}

const KEY_STEP = 16;

/** Does at a column's head what a key asks for. */
export function runHeaderCommand<Row extends GridRowData>(act: HeaderCommand, target: HeadTarget<Row>): void {
  const { column, width, sort } = target;
  if (!column) {
    if (act === 'sort') target.onPickAll();
    return;
  }
  switch (act) {
    case 'sort':
    case 'addSort':
      if (column.sortable) target.onSort(nextSort(sort, column, act === 'addSort'));
      return;
    case 'menu':
      target.onMenu(column);
      return;
    case 'left':
    case 'right':
      target.onStep(column.id, act === 'left' ? -1 : 1);
      return;
    case 'wider':
    case 'narrower':
      target.onWidth(column.id, allowedWidth(width + (act === 'wider' ? KEY_STEP : -KEY_STEP)));
      return;
    default:
  }
}
