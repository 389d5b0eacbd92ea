import { observer } from 'mobx-react-lite';
import type { Notice as Entry } from '#schemas/api/notices.ts';
import { hashAddress } from '#client/lib/router.ts';
import { shownMoment } from '#client/ui/field-types/texts/shown-date.ts';
import { MoreButton } from '#client/ui/more-button.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { LoadingBlock } from '#client/ui/loading-block.tsx';
import { byDay } from './days.ts';
import type { FeedStore } from './feed-store.ts';

interface FeedPanelProps {
  readonly feed: FeedStore;
  readonly now: Date;
}

/** What a system account has said, by the day. */
export const FeedPanel = observer(function FeedPanel({ feed, now }: FeedPanelProps) {
  const { list, failure, fresh } = feed;
  if (failure && !list)
    return <Notice isAlert title={failure.message} action={{ label: '重试', onPress: () => void feed.refresh() }} />;
  if (!list) return <LoadingBlock height={240} />;
  if (list.length === 0) return <Notice title="暂无消息">有新消息时会显示在这里。</Notice>;
  return (
    <>
      {byDay(list, now).map(({ day, words, entries }) => (
        <section key={day} aria-labelledby={`day-${day}`}>
          <h2 id={`day-${day}`} className="message-day">
            <time dateTime={day}>{words}</time>
          </h2>
          <ul>
            {entries.map((entry) => (
              <EntryCard key={entry.id} entry={entry} isFresh={fresh.has(entry.id)} />
            ))}
          </ul>
        </section>
      ))}
      {failure && <Notice isAlert title={failure.message} />}
      <MoreButton pages={feed} />
    </>
  );
});

function EntryCard({ entry, isFresh }: { readonly entry: Entry; readonly isFresh: boolean }) {
  const { title, content, link, timeStamp } = entry;
  return (
    <li className="message-entry" data-fresh={isFresh || undefined}>
      <div className="message-entry-head">
        <h3>
          {isFresh && <span className="message-fresh">未读</span>}
          {title}
        </h3>
        <time dateTime={timeStamp} title={shownMoment(timeStamp)}>
          {shownMoment(timeStamp, 'HH:mm')}
        </time>
      </div>
      <p>{content}</p>
      {link !== null && (
        <a href={hashAddress(link)} aria-label={`查看：${title}`}>
          查看 ›
        </a>
      )}
    </li>
  );
}
