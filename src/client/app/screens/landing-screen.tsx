import { LandingPage } from '#client/features/landing/landing-page.tsx';
import { landingStore } from '#client/features/landing/landing-store.ts';
import { screen } from '#client/app/base/screen.tsx';

/** What visitors see before they sign in. */
export const LandingScreen = screen(
  ({ api }) => landingStore(api),
  (store, _stores, { query }) => <LandingPage store={store} redirect={query.get('redirect')} />,
);
