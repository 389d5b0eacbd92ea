import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { CenterStore } from '#client/features/notices/center-store.ts';
import { MessageCenter } from '#client/features/notices/message-center.tsx';
import type { AppStores } from '#client/app/base/stores.ts';
import { useSubscribedStore } from '#client/app/base/use-subscribed-store.ts';

interface ScreenProps {
  readonly stores: AppStores;
}

const now = () => new Date();
const isLooking = () => document.visibilityState === 'visible';

/** What the system accounts say; `type` in the address names the one that is open. */
export const MessageCenterScreen = observer(function MessageCenterScreen({
  stores: { api, events, unread },
}: ScreenProps) {
  const [query, setQuery] = useSearchParams();
  const store = useSubscribedStore(events, () => new CenterStore({ api, read: () => unread.refresh(), isLooking }));
  useEffect(() => {
    const look = () => store.look();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [store]);
  return (
    <MessageCenter
      store={store}
      wanted={query.get('type')}
      hasLiving={unread.hasLiving}
      onOpen={(type) => setQuery({ type: String(type) }, { replace: true })}
      now={now}
    />
  );
});
