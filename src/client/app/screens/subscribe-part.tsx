import type { AlertSource } from '#schemas/api/alerts.ts';
import { SubscribeButton } from '#client/features/alerts/subscribe-button.tsx';
import type { AppStores } from '#client/app/base/stores.ts';

interface SubscribePartProps {
  readonly stores: Pick<AppStores, 'alerts' | 'session'>;
  readonly source: AlertSource;
  readonly objectApiName: string;
  /** Undefined for a list that is no saved view yet. */
  readonly id: string | undefined;
  readonly what?: string;
  /** Asks the user to save the list as a view. */
  readonly onNeed?: (() => void) | undefined;
}

/** The way to be alerted of a view, a record, a list, visitors or matches, for users who are signed in. */
export function SubscribePart({ stores, source, objectApiName, id, what, onNeed }: SubscribePartProps) {
  if (!stores.session.isSignedIn) return null;
  const target = id === undefined ? undefined : { source, objectApiName, targetId: id };
  return <SubscribeButton store={stores.alerts} target={target} what={what} onNeed={onNeed} />;
}
