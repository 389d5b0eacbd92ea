import { HelpPage } from '#client/features/help/help-page.tsx';
import { HelpStore } from '#client/features/help/help-store.ts';
import { screen } from '#client/app/base/screen.tsx';

/** The help center, which visitors read as well. */
export const HelpScreen = screen(
  ({ api }) => new HelpStore(api),
  (store, _stores, { params: { slug }, goTo }) => <HelpPage store={store} slug={slug} onGo={goTo} />,
);
