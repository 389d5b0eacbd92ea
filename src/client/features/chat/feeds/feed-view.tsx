import { observer } from 'mobx-react-lite';
import { useEffect, type UIEvent } from 'react';
import { MESSAGE_TYPES } from '#schemas/generated/api/chat.ts';
import type { FeedType, Notice as Entry } from '#schemas/api/notices.ts';
import { SYSTEM_TYPES } from '#schemas/generated/api/notices.ts';
import { productName } from '#client/lib/product.ts';
import { MoreButton } from '#client/ui/more-button.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { PlainButton } from '#client/ui/plain-button.tsx';
import type { BubbleActions } from '#client/features/chat/messages/bubbles/bubble-actions.ts';
import { clockLabel, dayKey, dayLabel } from '#client/features/chat/messages/day-label.ts';
import { FraudHint } from '#client/features/chat/messages/bubbles/exchange-values-view.tsx';
import { systemAccountName } from '#shared/chat/system-accounts.ts';
import { LinkedText } from '#client/features/chat/messages/linked-text.tsx';
import type { SystemsStore } from './systems-store.ts';
import './feed-view.css';

/** The next page is asked for this near, in pixels, to the end (SPEC §9). */
const NEAR_END = 10;

export interface FeedViewProps {
  readonly systems: Pick<SystemsStore, 'feed' | 'show' | 'markRead'>;
  readonly type: FeedType;
  readonly goTo: BubbleActions['goTo'];
  readonly now?: () => Date;
}

/** Accounts that announce livestreams, and the page that lists these. */
const LIVE_ACCOUNTS: readonly FeedType[] = [SYSTEM_TYPES.liveHelper, SYSTEM_TYPES.liveFollow];
const LIVESTREAMS = '/lives';

const browserNow = () => new Date();

/** What a system account has said, newest first, by days. There is no way to answer it. */
export const FeedView = observer(function FeedView({ systems, type, goTo, now = browserNow }: FeedViewProps) {
  const feed = systems.feed(type);
  const newest = feed.list?.[0]?.id;
  useEffect(() => void systems.show(type), [systems, type]);
  useEffect(() => {
    const read = () => {
      if (newest !== undefined && document.visibilityState === 'visible') void systems.markRead(type, newest);
    };
    read();
    document.addEventListener('visibilitychange', read);
    return () => document.removeEventListener('visibilitychange', read);
  }, [systems, type, newest]);
  const more = ({ currentTarget: { scrollHeight, clientHeight, scrollTop } }: UIEvent) => {
    if (scrollHeight - clientHeight - scrollTop <= NEAR_END) void feed.loadMore();
  };
  const title = systemAccountName(type, productName());

  return (
    <section className="feed" aria-label={title}>
      {/* Reached by keyboard even where nothing in it can be: it scrolls. */}
      <div className="feed-scroll" onScroll={more} ref={(node) => node?.setAttribute('tabindex', '0')}>
        <FeedBody systems={systems} type={type} goTo={goTo} now={now} />
      </div>
      <p className="feed-foot">
        {type === SYSTEM_TYPES.helper ? `${title}自动发送，无法回复` : '系统消息，无法回复'}
        {LIVE_ACCOUNTS.includes(type) && <PlainButton onClick={() => goTo(LIVESTREAMS)}>全部直播 ›</PlainButton>}
      </p>
    </section>
  );
});

const FeedBody = observer(function FeedBody({ systems, type, goTo, now }: Required<FeedViewProps>) {
  const feed = systems.feed(type);
  if (feed.failure && !feed.list)
    return <Notice isAlert title="加载失败" action={{ label: '重试', onPress: () => void systems.show(type) }} />;
  if (!feed.list) return <Notice title="正在加载…" />;
  if (feed.list.length === 0) return <Notice title="暂无消息" />;
  return (
    <>
      <ol className="feed-entries">
        {feed.list.map((entry, index, list) => {
          const before = list[index - 1];
          const isNewDay = !before || dayKey(before.timeStamp) !== dayKey(entry.timeStamp);
          return (
            <li key={entry.id}>
              {isNewDay && <p className="feed-day">{dayLabel(entry.timeStamp, now())}</p>}
              <FeedEntry entry={entry} goTo={goTo} />
            </li>
          );
        })}
      </ol>
      <MoreButton pages={feed} />
    </>
  );
});

function FeedEntry({ entry, goTo }: { readonly entry: Entry } & Pick<FeedViewProps, 'goTo'>) {
  const { title, content, link, read, timeStamp, type } = entry;
  return (
    <article className="feed-entry">
      <header>
        {!read && (
          <span className="feed-dot" role="img" aria-label="未读">
            {' '}
          </span>
        )}
        <h3>{title === '' ? '系统消息' : title}</h3>
        <time dateTime={timeStamp}>{clockLabel(timeStamp)}</time>
      </header>
      <p>
        <LinkedText text={content} />
      </p>
      {type === MESSAGE_TYPES.assistantContact && <FraudHint />}
      {link !== null && link.startsWith('/') && (
        <PlainButton aria-label={`查看详情：${title}`} onClick={() => goTo(link)}>
          查看详情
        </PlainButton>
      )}
    </article>
  );
}
