import type { RecordRow } from '#schemas/api/records.ts';
import { shanghaiDay } from '#shared/time/shanghai.ts';
import { ListBar } from '#client/features/kept-lists/list-bar.tsx';
import { ListColumnsStore } from '#client/features/kept-lists/list-columns-store.ts';
import { starColumn } from '#client/features/kept-lists/star.tsx';
import { OwnColumns } from '#client/features/kept-lists/own-columns.tsx';
import type { ListedTools } from '#client/features/records/list/listed.ts';
import type { RecordListStore } from '#client/features/records/list/record-list-store.ts';
import type { AppStores } from './stores.ts';

const NONE: ReturnType<ListedTools['columns']> = [];

/** What lists of records add to the list of an object: stars where its records are followed, and more while it is narrowed to one. */
export function listedTools(stores: AppStores, list: RecordListStore, hasStars: boolean): ListedTools {
  const known = new Map<string, OwnColumns>();
  const nameOf = (row: RecordRow) => String(row[list.view?.nameField ?? ''] ?? `#${row.id}`);
  const stars = hasStars ? [starColumn(stores.stars, list.objectApiName, nameOf)] : NONE;
  const of = (listId: string): OwnColumns => {
    const own =
      known.get(listId) ?? new OwnColumns(new ListColumnsStore(stores.api, listId), stores.lookups, nameOf, stars);
    known.set(listId, own);
    return own;
  };
  return {
    columns: (listId) => {
      if (!stores.session.isSignedIn) return NONE;
      return listId === undefined ? stars : of(listId).columns;
    },
    fields: (listId) => (stores.session.isSignedIn ? of(listId).fields : undefined),
    bar: (listId) => {
      const { store } = of(listId);
      const onTaken = () => {
        void store.gone.refresh();
        void list.reload();
      };
      return (
        <ListBar
          key={listId}
          store={store}
          name={stores.lookups.listNames.get(listId)}
          lookups={stores.lookups}
          today={shanghaiDay(new Date())}
          onTake={(ids) => void stores.lists.take({ id: listId }, ids, onTaken, true)}
        />
      );
    },
  };
}
