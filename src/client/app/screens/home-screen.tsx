import { observer } from 'mobx-react-lite';
import { useMemo } from 'react';
import { HomePage } from '#client/features/landing/home/home-page.tsx';
import { LatestStore } from '#client/features/landing/home/home-store.ts';
import type { AppStores } from '#client/app/base/stores.ts';

/** Home, with the newest records of the lists that metadata puts there. */
export const HomeScreen = observer(function HomeScreen({ stores }: { readonly stores: AppStores }) {
  const onHome = stores.catalog.lists.filter((object) => object.onHome).map((object) => object.apiName);
  const names = onHome.join();
  const latest = useMemo(
    () =>
      names === ''
        ? []
        : names.split(',').map((objectApiName) => new LatestStore(stores.api, stores.catalog, objectApiName)),
    [stores, names],
  );
  return (
    <HomePage
      name={stores.session.profile?.name ?? ''}
      hour={new Date().getHours()}
      catalog={stores.catalog}
      latest={latest}
      options={stores.lookups}
    />
  );
});
