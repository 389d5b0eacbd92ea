import { readRowsToday } from '#schemas/generated/api/profile.ts';
import { profileActor, VISITOR } from '#shared/policy/actor.ts';
import { personalPath } from '#client/features/account/profile/pages.ts';
import { PrivilegesPage } from '#client/features/account/profile/privileges-page.tsx';
import { PrivilegesStore } from '#client/features/account/profile/privileges-store.ts';
import { hashAddress } from '#client/lib/router.ts';
import { screen } from '#client/app/base/screen.tsx';

/** What the person may do. */
export const PrivilegesScreen = screen(
  ({ api, catalog, session }) => {
    const actor = session.profile ? profileActor(session.profile) : VISITOR;
    return new PrivilegesStore(
      (apiName) => catalog.load(apiName),
      () => api.call(readRowsToday),
      actor,
    );
  },
  (store, { catalog }) => (
    <PrivilegesPage
      store={store}
      apiNames={catalog.objects && catalog.lists.map(({ apiName }) => apiName)}
      listFailure={catalog.failure}
      onLoadList={() => void catalog.loadObjects()}
      vipHref={hashAddress(personalPath('vip'))}
      identityHref={hashAddress(personalPath('identity'))}
    />
  ),
);
