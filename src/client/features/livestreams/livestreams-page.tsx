import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { every } from '#client/lib/every.ts';
import { usePageTitle } from '#client/lib/page-title.ts';
import { hashAddress } from '#client/lib/router.ts';
import { MoreButton } from '#client/ui/more-button.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { PlainButton, PlainLink } from '#client/ui/plain-button.tsx';
import { LoadingBlock } from '#client/ui/loading-block.tsx';
import { LivestreamCard } from './livestream-card.tsx';
import type { LivestreamsStore } from './livestreams-store.ts';
import { useInfiniteScroll } from './use-infinite-scroll.ts';
import './livestreams.css';

interface LivestreamsPageProps {
  readonly store: LivestreamsStore;
  readonly isFollowedOnly: boolean;
  /** Puts the choice into the address. */
  readonly onChoose: (isFollowedOnly: boolean) => void;
  readonly now: () => Date;
}

/** Words of a card are right to half a minute. */
const TICK_MS = 30_000;
const CHOICES = [
  [false, '全部直播'],
  [true, '我的关注'],
] as const;

/** `/lives`: livestreams that are on air, coming and over, and which of them one follows. */
export const LivestreamsPage = observer(function LivestreamsPage({
  store,
  isFollowedOnly,
  onChoose,
  now,
}: LivestreamsPageProps) {
  usePageTitle('直播');
  useEffect(() => void store.show(isFollowedOnly), [store, isFollowedOnly]);
  return (
    <div className="page-column">
      <header className="livestreams-head">
        <h1>直播</h1>
        <div role="group" aria-label="显示哪些直播" className="livestreams-choices">
          {CHOICES.map(([value, label]) => (
            <PlainButton
              key={label}
              look={value === isFollowedOnly ? 'filled' : 'outlined'}
              aria-pressed={value === isFollowedOnly}
              onClick={() => onChoose(value)}
            >
              {label}
            </PlainButton>
          ))}
        </div>
        <PlainLink href={hashAddress('/messageCenter?type=7')}>直播通知 ›</PlainLink>
      </header>
      <LiveList store={store} now={now} />
    </div>
  );
});

/** The time, read every half minute: a livestream begins and ends while it is looked at. */
function useTime(now: () => Date): Date {
  const [time, setTime] = useState(now);
  useEffect(() => every(TICK_MS, () => setTime(now())), [now]);
  return time;
}

const LiveList = observer(function LiveList({ store, now }: Pick<LivestreamsPageProps, 'store' | 'now'>) {
  const { pages, busy, refusal, isFollowedOnly } = store;
  const { list, failure } = pages;
  const time = useTime(now);
  const end = useInfiniteScroll(() => void pages.loadMore(), pages.after !== null && !failure);
  if (failure && !list)
    return <Notice isAlert title={failure.message} action={{ label: '重试', onPress: () => void pages.load() }} />;
  if (!list) return <LoadingBlock height={360} />;
  if (list.length === 0)
    return isFollowedOnly ? (
      <Notice title="还没有关注直播">关注后，开播、改期或取消时会收到通知。</Notice>
    ) : (
      <Notice title="暂无直播">有新的直播时会显示在这里。</Notice>
    );
  return (
    <>
      <ul className="livestreams-list">
        {list.map((live) => (
          <LivestreamCard
            key={live.id}
            live={live}
            now={time}
            isBusy={busy.has(live.id)}
            refusal={refusal?.id === live.id ? refusal.message : undefined}
            onFollow={() => void store.follow(live)}
          />
        ))}
      </ul>
      {failure && <Notice isAlert title={failure.message} />}
      <div ref={end} className="livestreams-end">
        <MoreButton pages={pages} />
      </div>
    </>
  );
});
