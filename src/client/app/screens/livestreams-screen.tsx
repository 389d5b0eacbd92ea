import { useSearchParams } from 'react-router-dom';
import { LivestreamsPage } from '#client/features/livestreams/livestreams-page.tsx';
import { LivestreamsStore } from '#client/features/livestreams/livestreams-store.ts';
import type { AppStores } from '#client/app/base/stores.ts';
import { useSubscribedStore } from '#client/app/base/use-subscribed-store.ts';

const now = () => new Date();

/** Livestreams, and which of them one follows; `followed=1` in the address shows these alone. */
export function LivestreamsScreen({ stores: { api, events, unread } }: { readonly stores: AppStores }) {
  const [query, setQuery] = useSearchParams();
  const store = useSubscribedStore(events, () => new LivestreamsStore({ api, followed: () => unread.refresh() }));
  return (
    <LivestreamsPage
      store={store}
      isFollowedOnly={query.get('followed') === '1'}
      onChoose={(isFollowedOnly) => setQuery(isFollowedOnly ? { followed: '1' } : {}, { replace: true })}
      now={now}
    />
  );
}
