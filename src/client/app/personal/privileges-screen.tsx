import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { profileActor, VISITOR } from '#shared/policy/actor.ts';
import { personalPath } from '#client/features/account/profile/pages.ts';
import { PrivilegesPage } from '#client/features/account/profile/privileges-page.tsx';
import { PrivilegesStore } from '#client/features/account/profile/privileges-store.ts';
import { hashAddress } from '#client/lib/router.ts';
import type { AppStores } from '#client/app/base/stores.ts';

/** What the person may do. */
export const PrivilegesScreen = observer(function PrivilegesScreen({ stores }: { readonly stores: AppStores }) {
  const { catalog, session } = stores;
  const [store] = useState(() => {
    const actor = session.profile ? profileActor(session.profile) : VISITOR;
    return new PrivilegesStore((apiName) => catalog.load(apiName), actor);
  });
  return (
    <PrivilegesPage
      store={store}
      apiNames={catalog.objects && catalog.lists.map(({ apiName }) => apiName)}
      listFailure={catalog.failure}
      onLoadList={() => void catalog.loadObjects()}
      vipHref={hashAddress(personalPath('vip'))}
      identityHref={hashAddress(personalPath('identity'))}
    />
  );
});
