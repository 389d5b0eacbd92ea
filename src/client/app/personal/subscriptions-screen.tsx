import { SubscriptionsPage } from '#client/features/alerts/subscriptions-page.tsx';
import type { AppStores } from '#client/app/base/stores.ts';

/** What the user is alerted of. */
export function SubscriptionsScreen({ stores }: { readonly stores: AppStores }) {
  return <SubscriptionsPage store={stores.alerts} />;
}
