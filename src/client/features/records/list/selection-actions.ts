import type { TotalsQuery } from '#schemas/api/records.ts';
import type { Listing } from '#schemas/metadata/condition.ts';
import { rowActions } from '#shared/conditions/row-actions.ts';
import type { ActionStore } from '#client/features/records/actions/action-store.ts';
import { comparePath, isComparable } from '#client/lib/compare-address.ts';
import type { BulkStore } from '#client/features/records/bulk/bulk-store.ts';
import { listingOf } from './listed.ts';
import type { RecordListStore } from './record-list-store.ts';

/** Puts records on lists that the user keeps, and takes them off. */
export interface KeepTools {
  readonly ask: (ids: readonly string[]) => void;
  readonly take: (listId: string, ids: readonly string[]) => void;
}

/** Some records picked can be put on a list, and taken off the one that the whole list is narrowed to. */
export function keepActions({ state, selection }: RecordListStore, keep: KeepTools | undefined) {
  if (!keep || selection.mode === 'all') return [];
  const { ids = [] } = selection.scope;
  const on = listingOf(state.filter);
  const takeOff = ({ inList }: Listing) => {
    keep.take(inList, ids);
    selection.clear();
  };
  return [
    { label: '加入清单', onPress: () => keep.ask(ids) },
    ...(on ? [{ label: '移出清单', onPress: () => takeOff(on) }] : []),
  ];
}

/** A few records picked can be put side by side, where records have pages of their own. */
export function compareAction(
  { objectApiName, selection }: RecordListStore,
  { beside }: { readonly beside?: unknown },
  goTo: (path: string) => void,
) {
  const { ids = [] } = selection.scope;
  if (beside || !isComparable(ids.length)) return [];
  return [{ label: `对比（${ids.length}）`, onPress: () => goTo(comparePath(objectApiName, ids)) }];
}

/** Actions that may be done to every row picked, as far as the rows are here. */
export function bulkActions({ view, selection, keptRows }: RecordListStore, actions: ActionStore) {
  const bulk = view?.actions?.filter((action) => action.bulk === true) ?? [];
  if (!view || bulk.length === 0 || selection.mode === 'all') return [];
  const picked = keptRows().filter(({ id }) => selection.has(id));
  const offered = rowActions(bulk, view.fields, actions);
  return bulk.flatMap((action) => {
    const rows = picked.filter((row) => offered(row as Parameters<typeof offered>[0]).includes(action));
    return rows.length > 0
      ? [{ label: `${action.label}（${rows.length}）`, onPress: () => actions.ask(action, rows) }]
      : [];
  });
}

/** What staff may do to all records picked as one piece of work. */
export function bulkTasks(
  bulk: BulkStore | undefined,
  { filter, keyword }: Pick<TotalsQuery, 'filter' | 'keyword'>,
  { mode, scope }: RecordListStore['selection'],
) {
  if (!bulk) return [];
  const { ids = [], except = [] } = scope;
  const some = mode === 'some' ? { ids: [...ids] } : { except: [...except] };
  const chosen = { ...some, ...(filter !== undefined && { filter }), ...(keyword !== undefined && { keyword }) };
  return [
    { label: '批量编辑', onPress: () => void bulk.ask('edit', chosen) },
    { label: '归档', onPress: () => void bulk.ask('archive', chosen) },
  ];
}
