import { observer } from 'mobx-react-lite';
import type { KeptList } from '#schemas/api/kept-lists.ts';
import { encodeListState } from '#shared/lists/list-address.ts';
import { DEFAULT_LIST_STATE } from '#shared/lists/list-state.ts';
import { KeptListsPage } from '#client/features/kept-lists/kept-lists-page.tsx';
import { SubscribePart } from '#client/app/screens/subscribe-part.tsx';
import type { AppStores } from '#client/app/base/stores.ts';

/** The list screen of the object, narrowed to what is on a list. */
const pathOf = ({ id, route }: KeptList): string | undefined =>
  route === null ? undefined : route + encodeListState({ ...DEFAULT_LIST_STATE, filter: { inList: id } });

/** Own lists of records and those that are shared. */
export const ListsScreen = observer(function ListsScreen({ stores }: { readonly stores: AppStores }) {
  const { lists, catalog, session } = stores;
  return (
    <KeptListsPage
      store={lists}
      objects={catalog.lists}
      me={session.profile?.uid ?? ''}
      pathOf={pathOf}
      further={({ id, objectApiName }) => <SubscribePart source="list" {...{ stores, objectApiName, id }} />}
    />
  );
});
