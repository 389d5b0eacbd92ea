import { CenterStore } from '#client/features/notices/center-store.ts';
import { MessageCenter } from '#client/features/notices/message-center.tsx';
import { hear, screen } from '#client/app/base/screen.tsx';

const now = () => new Date();
const isLooking = () => document.visibilityState === 'visible';

/** What the system accounts say; `type` in the address names the one that is open. */
export const MessageCenterScreen = screen(
  ({ api, unread }) => new CenterStore({ api, read: () => unread.refresh(), isLooking }),
  (store, { unread }, { query, setQuery }) => (
    <MessageCenter
      store={store}
      wanted={query.get('type')}
      hasLiving={unread.hasLiving}
      onOpen={(type) => setQuery({ type: String(type) }, { replace: true })}
      now={now}
    />
  ),
  {
    start: (store, { events }) => {
      const look = () => store.look();
      document.addEventListener('visibilitychange', look);
      const stopHearing = hear(events, store);
      return () => {
        stopHearing();
        document.removeEventListener('visibilitychange', look);
      };
    },
  },
);
