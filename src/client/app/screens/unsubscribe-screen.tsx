import { UnsubscribePage } from '#client/features/alerts/unsubscribe-page.tsx';
import { UnsubscribeStore } from '#client/features/alerts/unsubscribe-store.ts';
import { personalPath } from '#client/features/account/profile/pages.ts';
import { screen } from '#client/app/base/screen.tsx';

/** Where the links below a mail lead; opening it needs no session. */
export const UnsubscribeScreen = screen(
  ({ api }, { query }) => new UnsubscribeStore(api, query.get('token') ?? ''),
  (store) => <UnsubscribePage store={store} settingsPath={personalPath('subscriptions')} />,
);
