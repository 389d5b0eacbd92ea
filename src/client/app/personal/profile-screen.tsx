import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { Profile } from '#schemas/api/session.ts';
import { ProfilePage } from '#client/features/account/profile/profile-page.tsx';
import { ProfileStore } from '#client/features/account/profile/profile-store.ts';
import { formsOf, shanghaiToday } from '#client/app/screens/form-screen.tsx';
import type { AppStores } from '#client/app/base/stores.ts';

/** The profile that users write about themselves. */
export const ProfileScreen = observer(function ProfileScreen({ stores }: { readonly stores: AppStores }) {
  const { profile } = stores.session;
  return profile ? <Open stores={stores} profile={profile} /> : null;
});

const Open = observer(function Open({ stores, profile }: { readonly stores: AppStores; readonly profile: Profile }) {
  const { api, session, toast } = stores;
  const [store] = useState(
    () =>
      new ProfileStore({
        api,
        profile,
        today: shanghaiToday(),
        onSaved: (saved) => {
          session.receive(saved);
          toast.say('保存成功');
        },
      }),
  );
  return <ProfilePage store={store} profile={profile} lookups={formsOf(stores).lookups} />;
});
