import { LivestreamsPage } from '#client/features/livestreams/livestreams-page.tsx';
import { LivestreamsStore } from '#client/features/livestreams/livestreams-store.ts';
import { hear, screen } from '#client/app/base/screen.tsx';

const now = () => new Date();

/** Livestreams, and which of them one follows; `followed=1` in the address shows these alone. */
export const LivestreamsScreen = screen(
  ({ api, unread }) => new LivestreamsStore({ api, followed: () => unread.refresh() }),
  (store, _stores, { query, setQuery }) => (
    <LivestreamsPage
      store={store}
      isFollowedOnly={query.get('followed') === '1'}
      onChoose={(isFollowedOnly) => setQuery(isFollowedOnly ? { followed: '1' } : {}, { replace: true })}
      now={now}
    />
  ),
  { start: (store, { events }) => hear(events, store) },
);
