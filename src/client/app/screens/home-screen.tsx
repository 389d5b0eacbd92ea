import { observer } from 'mobx-react-lite';
import { useMemo } from 'react';
import { HomePage } from '#client/features/landing/home/home-page.tsx';
import { WaitingPanels } from '#client/features/staff/waiting-panels.tsx';
import { LatestStore } from '#client/features/landing/home/home-store.ts';
import { nextStep } from '#client/features/landing/home/next-step.ts';
import type { AppStores } from '#client/app/base/stores.ts';

/** Home: for staff what waits for them, for others the newest records of the lists that metadata puts there. */
export const HomeScreen = observer(function HomeScreen({ stores }: { readonly stores: AppStores }) {
  const isStaff = stores.session.profile?.staff === true;
  const onHome = isStaff ? [] : stores.catalog.lists.filter((object) => object.onHome).map((object) => object.apiName);
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
      step={stores.session.profile && nextStep(stores.session.profile)}
      catalog={stores.catalog}
      latest={latest}
      options={stores.lookups}
      {...(isStaff && { waiting: <WaitingPanels store={stores.waiting} now={Date.now} /> })}
    />
  );
});
