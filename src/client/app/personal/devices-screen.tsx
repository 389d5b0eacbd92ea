import { useState } from 'react';
import { DevicesPage } from '#client/features/account/security/devices-page.tsx';
import { DevicesStore } from '#client/features/account/security/devices-store.ts';
import type { AppStores } from '#client/app/base/stores.ts';

/** Where the account is signed in. */
export function DevicesScreen({ stores }: { readonly stores: AppStores }) {
  const [store] = useState(() => new DevicesStore(stores.api));
  return <DevicesPage store={store} />;
}
