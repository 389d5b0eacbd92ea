import { RequestsPage } from '#client/features/account/profile/requests-page.tsx';
import { RequestsStore } from '#client/features/account/profile/requests-store.ts';
import { screen } from '#client/app/base/screen.tsx';
import { requestSources } from './request-sources.ts';

/** What the person asked for. */
export const RequestsScreen = screen(
  (stores) => new RequestsStore(requestSources(stores)),
  (store) => <RequestsPage store={store} />,
);
