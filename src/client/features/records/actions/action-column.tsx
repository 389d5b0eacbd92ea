import type { ListView } from '#schemas/api/list-view.ts';
import type { RecordRow } from '#schemas/api/records.ts';
import { rowActions } from '#shared/conditions/row-actions.ts';
import type { GridColumn } from '#client/ui/data-grid/columns/grid-column.ts';
import type { ActionStore } from './action-store.ts';
import { RowActionButtons } from './row-action-buttons.tsx';

/** Id of the column of actions; no field may be called so. */
const ACTION_COLUMN = '#actions';
const WIDTH = 156;

/** The column of what may be done with each row; none where this user may do nothing. */
export function actionColumns(view: ListView, actions: ActionStore): readonly GridColumn<RecordRow>[] {
  if (!view.actions?.some((action) => action.of !== 'list')) return [];
  const offered = rowActions(view.actions, view.fields, actions);
  const of = (row: RecordRow) => offered(row as Parameters<typeof offered>[0]);
  return [
    {
      id: ACTION_COLUMN,
      label: '操作',
      width: WIDTH,
      align: 'start',
      sortable: false,
      pinned: false,
      text: (row) =>
        of(row)
          .map(({ label }) => label)
          .join(' '),
      cell: (row) => <RowActionButtons actions={of(row)} row={row} onAsk={(action) => actions.ask(action, [row])} />,
    },
  ];
}
