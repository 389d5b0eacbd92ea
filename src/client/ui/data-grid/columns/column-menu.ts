import type { Sort } from '#schemas/metadata/sort.ts';
import { nextSort, type GridColumn, type GridRowData } from './grid-column.ts';

/** What can be done with a column; what cannot be done with this one is absent. */
interface ColumnActs {
  readonly onSort: (next: readonly Sort[]) => void;
  readonly onPin?: ((isPinned: boolean) => void) | undefined;
  readonly onLeft?: (() => void) | undefined;
  readonly onRight?: (() => void) | undefined;
  readonly onHide?: (() => void) | undefined;
  readonly onFit: () => void;
  readonly onFilter?: (() => void) | undefined;
}

/** The choices of a column's menu, in their order. */
export function columnMenu<Row extends GridRowData>(
  column: GridColumn<Row>,
  sort: readonly Sort[],
  isPinned: boolean,
  acts: ColumnActs,
): readonly { readonly label: string; readonly isSelected?: boolean; readonly onChoose: () => void }[] {
  const order = sort.find((entry) => entry.field === column.id)?.order;
  const by = (next: 'asc' | 'desc') => acts.onSort([{ field: column.id, order: next }]);
  const item = (label: string, onChoose: (() => void) | undefined) => (onChoose ? [{ label, onChoose }] : []);
  const { onPin } = acts;
  return [
    ...(column.sortable
      ? [
          { label: '升序', isSelected: order === 'asc', onChoose: () => by('asc') },
          { label: '降序', isSelected: order === 'desc', onChoose: () => by('desc') },
        ]
      : []),
    ...item(
      '取消排序',
      order === undefined ? undefined : () => acts.onSort(sort.filter((entry) => entry.field !== column.id)),
    ),
    ...item('加入多列排序', canAdd(column, sort) ? () => acts.onSort(nextSort(sort, column, true)) : undefined),
    ...item('筛选此列', column.filterable === false ? undefined : acts.onFilter),
    ...item(isPinned ? '取消固定' : '固定在左侧', onPin && (() => onPin(!isPinned))),
    ...item('左移', acts.onLeft),
    ...item('右移', acts.onRight),
    ...item('适应内容宽度', acts.onFit),
    ...item('隐藏此列', acts.onHide),
  ];
}

const canAdd = <Row extends GridRowData>(column: GridColumn<Row>, sort: readonly Sort[]) =>
  column.sortable && sort.length > 0 && !sort.some((entry) => entry.field === column.id);
