import { useSearchParams } from 'react-router-dom';
import { LivesPage } from '#client/features/livestreams/lives-page.tsx';
import { LivesStore } from '#client/features/livestreams/lives-store.ts';
import type { AppStores } from './stores.ts';
import { useLiveStore } from './use-live-store.ts';

const now = () => new Date();

/** Lives, and which of them one follows; `followed=1` in the address shows these alone. */
export function LivesScreen({ stores: { api, events, unread } }: { readonly stores: AppStores }) {
  const [query, setQuery] = useSearchParams();
  const store = useLiveStore(events, () => new LivesStore({ api, followed: () => unread.refresh() }));
  return (
    <LivesPage
      store={store}
      isFollowedOnly={query.get('followed') === '1'}
      onChoose={(isFollowedOnly) => setQuery(isFollowedOnly ? { followed: '1' } : {}, { replace: true })}
      now={now}
    />
  );
}
