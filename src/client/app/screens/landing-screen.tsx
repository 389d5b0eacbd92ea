import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { LandingPage } from '#client/features/landing/landing-page.tsx';
import { landingStore } from '#client/features/landing/landing-store.ts';
import { usePageTitle } from '#client/lib/page-title.ts';
import type { AppStores } from '#client/app/base/stores.ts';

/** What visitors see before they sign in. */
export function LandingScreen({ stores }: { readonly stores: AppStores }) {
  usePageTitle('首页');
  const [query] = useSearchParams();
  const [store] = useState(() => landingStore(stores.api));
  return <LandingPage store={store} redirect={query.get('redirect')} />;
}
