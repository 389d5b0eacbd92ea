import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import type { Clock } from '#client/lib/clock.ts';
import { incomingOf, knownOf, type Known } from './incoming.ts';
import { afterPictures } from './after-pictures.ts';
import type { ListedDialog } from './listed-dialog.ts';
import { scrollPlaces, type ScrollPlace } from './scroll-places.ts';
import type { ShownMessage } from '#client/features/chat/messages/shown-message.ts';
import { NEAR_END, type MessageWindow } from './use-message-window.ts';

/** A message of the other moves the view this much later, in milliseconds, if the view was at the bottom. */
const FOLLOW_MS = 200;
/** Older messages are asked for this far, in pixels, before the top. */
const FETCH_AHEAD = 600;

interface Scrolled {
  readonly dialog: ListedDialog;
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly virtual: MessageWindow;
  readonly clock: Clock;
  /** Called with messages of the other that came while the list is open. */
  readonly onNew: (messages: readonly ShownMessage[]) => void;
}

/** Where the view of a conversation is and where it goes: to its end, to what comes, to what is older. */
export function useMessageScroll({ dialog, scroller, virtual, clock, onNew }: Scrolled) {
  const { messages } = dialog;
  const [isAtEnd, setAtEnd] = useState(true);
  const wasAtEnd = useRef(true);
  const known = useRef<Known>(undefined);
  const wasDetached = useRef(false);
  const place = useRef<ScrollPlace['row']>(undefined);
  const cancel = useRef<() => void>(undefined);

  /** Reports to the store what is on screen, and asks for more where that comes near its edge. */
  const look = useCallback(() => {
    const element = scroller.current;
    if (!element || !known.current) return;
    const { scrollTop, clientHeight, scrollHeight } = element;
    const isThere = scrollHeight - clientHeight - scrollTop <= NEAR_END;
    const first = virtual.getVirtualItemForOffset(scrollTop);
    place.current = first && !isThere ? { key: String(first.key), past: scrollTop - first.start } : undefined;
    wasAtEnd.current = isThere;
    setAtEnd(isThere);
    dialog.atBottom(isThere);
    if (scrollTop < FETCH_AHEAD && dialog.hasOlder && !dialog.isLoading && !dialog.isLoadingOlder)
      void dialog.loadOlder();
    if (document.visibilityState !== 'visible') return;
    const drawn = virtual.getVirtualItems().filter(({ start }) => start < scrollTop + clientHeight);
    const seq = Math.max(0, ...drawn.map(({ index }) => dialog.messages[index]?.message?.seq ?? 0));
    if (seq > 0) dialog.seen(seq);
  }, [dialog, scroller, virtual]);

  const toEnd = useCallback(() => {
    cancel.current?.();
    virtual.scrollToEnd();
    wasAtEnd.current = true;
  }, [virtual]);

  const toLatest = useCallback(async () => {
    await dialog.showLatest();
    toEnd();
  }, [dialog, toEnd]);

  /** To where the conversation was left, or to its end. */
  const begin = useCallback(() => {
    const left = scrollPlaces.get(dialog)?.row;
    const index = left ? dialog.messages.findIndex(({ key }) => key === left.key) : -1;
    const start = index < 0 ? undefined : virtual.getOffsetForIndex(index, 'start')?.[0];
    if (left && start !== undefined) virtual.scrollToOffset(start + left.past);
    else toEnd();
  }, [dialog, virtual, toEnd]);

  useLayoutEffect(() => {
    const before = known.current;
    known.current = knownOf(messages);
    if (!known.current) return;
    if (!before) {
      begin();
      return;
    }
    const { theirs, hasOwn } = incomingOf(messages, before);
    // What was let go of and is fetched again as one reads on is no news.
    const isReadingOn = wasDetached.current;
    wasDetached.current = dialog.hasNewer;
    if (isReadingOn && !hasOwn) return;
    if (theirs.length > 0) onNew(theirs);
    if (hasOwn) toEnd();
    else if (theirs.length > 0 && wasAtEnd.current) {
      cancel.current?.();
      cancel.current = clock.after(FOLLOW_MS, () => {
        cancel.current = afterPictures(scroller.current, clock, toEnd);
      });
    }
  }, [messages, dialog, clock, scroller, begin, toEnd, onNew]);

  // After the view has been moved, and whenever rows come.
  useEffect(look, [look, messages]);
  useEffect(() => {
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [look]);
  useEffect(
    () => () => {
      cancel.current?.();
      scrollPlaces.set(dialog, { row: place.current, heights: virtual.takeSnapshot() });
    },
    [dialog, virtual],
  );

  return { isAtEnd, look, toLatest };
}
