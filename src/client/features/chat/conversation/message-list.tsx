import { observer } from 'mobx-react-lite';
import { useCallback, useEffect, useRef, useState } from 'react';
import { browserClock, type Clock } from '#client/lib/clock.ts';
import type { BubbleActions } from '#client/features/chat/messages/bubbles/bubble-actions.ts';
import { dayKey, dayLabel } from '#client/features/chat/messages/day-label.ts';
import { EmptyList } from './empty-list.tsx';
import { MessageMenu, PictureViewer } from './lazy-popups.ts';
import { picturesOf, type GalleryPicture } from '#client/features/chat/messages/gallery.ts';
import { LatestButton } from './latest-button.tsx';
import type { ListedDialog } from './listed-dialog.ts';
import { messageLabel, MessageRow } from './message-row.tsx';
import type { ShownMessage } from '#client/features/chat/messages/shown-message.ts';
import { firstUnreadKey, useUnreadLine } from './unread-line.ts';
import { useAnnouncer } from '#client/features/chat/base/use-announcer.ts';
import { useMessageFocus } from './use-message-focus.ts';
import { useMessageMenu } from './use-message-menu.ts';
import { useMessageScroll } from './use-message-scroll.ts';
import { useMessageWindow } from './use-message-window.ts';
import { useRevealed } from './use-revealed.ts';
import { useNote } from '#client/features/chat/base/use-note.ts';
import './message-list.css';

export interface MessageListProps {
  readonly dialog: ListedDialog;
  readonly actions: BubbleActions;
  readonly clock?: Clock;
  readonly now?: () => Date;
  /** What comes is not read out. */
  readonly isDoNotDisturb?: boolean;
}

const browserNow = () => new Date();

/** The messages of a conversation, oldest first, by days. It opens at its end, or where it was left. */
export const MessageList = observer(function MessageList(props: MessageListProps) {
  return <List key={props.dialog.uid} {...props} />;
});

const List = observer(function List(props: MessageListProps) {
  const { dialog, actions, clock = browserClock, now = browserNow, isDoNotDisturb = false } = props;
  const { messages, hasOlder, total } = dialog;
  const scroller = useRef<HTMLDivElement>(null);
  // The pictures are those of the press: what comes meanwhile does not turn the page.
  const [viewed, setViewed] = useState<{ readonly at: string; readonly pictures: readonly GalleryPicture[] }>();
  const view = useCallback((at: string) => setViewed({ at, pictures: picturesOf(dialog.messages) }), [dialog]);
  const line = useUnreadLine(messages, dialog.readSeq);
  const firstUnread = firstUnreadKey(messages, hasOlder, line);
  const { focused, activeKey, focus, handlers: keys } = useMessageFocus(scroller, messages);
  const virtual = useMessageWindow({ scroller, messages, focused, owner: dialog });
  const { words, announce, silence } = useAnnouncer(clock);
  // What was taken back is not to be found in the live region either.
  const recalled = messages.filter(({ beBack }) => beBack).length;
  useEffect(() => silence(), [silence, recalled]);
  const onNew = useCallback(
    (news: readonly ShownMessage[]) => (isDoNotDisturb ? undefined : announce(news.map(messageLabel))),
    [announce, isDoNotDisturb],
  );
  const { isAtEnd, look, toLatest } = useMessageScroll({ dialog, scroller, virtual, clock, onNew });
  useRevealed(dialog, virtual, focus);
  const { note, say } = useNote(clock);
  const { menu, handlers: menuHandlers } = useMessageMenu({ dialog, now, onNote: say, onFocus: focus });

  const lastOwn = messages.findLast(({ sent, beBack }) => sent && !beBack)?.key;
  // By numbers, not by how many are held: of a long conversation neither the older nor the newer end need be.
  const firstSeq = messages.find(({ message }) => message)?.message?.seq ?? 1;
  const olderCount = hasOlder ? firstSeq - 1 : 0;
  const count = Math.max(total, olderCount + messages.length);
  return (
    <div className="chat-list">
      <div ref={scroller} role="presentation" className="chat-scroll" onScroll={look} {...keys} {...menuHandlers}>
        {messages.length === 0 && <EmptyList dialog={dialog} />}
        <div role="list" aria-label="消息" className="chat-rows" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, key, start }) => {
            const shown = messages[index];
            if (!shown) return null;
            const before = messages[index - 1];
            const isNewDay = !before || dayKey(before.timeStamp) !== dayKey(shown.timeStamp);
            return (
              <div
                key={key}
                ref={virtual.measureElement}
                role="listitem"
                aria-posinset={olderCount + index + 1}
                aria-setsize={count}
                data-index={index}
                data-found={(dialog.found !== undefined && shown.message?.seq === dialog.found) || undefined}
                className="chat-row"
                style={{ transform: `translateY(${start}px)` }}
              >
                {isNewDay && (
                  <p className="chat-day" data-first={!before || undefined}>
                    {dayLabel(shown.timeStamp, now())}
                  </p>
                )}
                {shown.key === firstUnread && <p className="chat-unread-line">以下为新消息</p>}
                <MessageRow
                  shown={shown}
                  actions={actions}
                  isLastOwn={shown.key === lastOwn}
                  isActive={shown.key === activeKey}
                  onRetry={dialog.retry}
                  onPicture={view}
                />
              </div>
            );
          })}
        </div>
      </div>
      {dialog.isLoadingOlder && <span className="chat-older" aria-hidden />}
      {messages.length > 0 && (!isAtEnd || dialog.hasNewer) && (
        <LatestButton count={dialog.newCount} onPress={() => void toLatest()} />
      )}
      <p role="status" className={note === undefined ? 'visually-hidden' : 'chat-note'}>
        {note}
      </p>
      {/* The list itself is no live region: older messages that come would be read out, too. */}
      <p aria-live="polite" className="visually-hidden">
        {words}
      </p>
      {menu.anchor && <MessageMenu {...menu} />}
      {viewed && <PictureViewer {...viewed} within={scroller.current} onClose={() => setViewed(undefined)} />}
    </div>
  );
});
