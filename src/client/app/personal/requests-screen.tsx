import { useState } from 'react';
import { RequestsPage } from '#client/features/account/profile/requests-page.tsx';
import { RequestsStore } from '#client/features/account/profile/requests-store.ts';
import type { AppStores } from '#client/app/base/stores.ts';
import { requestSources } from './request-sources.ts';

/** What the person asked for. */
export function RequestsScreen({ stores }: { readonly stores: AppStores }) {
  const [store] = useState(() => new RequestsStore(requestSources(stores)));
  return <RequestsPage store={store} />;
}
