import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual';
import { useCallback, useLayoutEffect, useRef, type RefObject } from 'react';
import { guessHeight } from './row-heights.ts';
import { scrollPlaces } from './scroll-places.ts';
import type { ShownMessage } from '#client/features/chat/messages/shown-message.ts';

/** Rows drawn beyond the screen on either side. */
const OVERSCAN = 6;
/** So near to the end, in pixels, the view counts as being at the bottom. */
export const NEAR_END = 80;
/** Room above the oldest and below the latest row. The wheel of loading and the day of the oldest row are in the upper one. */
const ROOM_ABOVE = 56;
const ROOM_BELOW = 12;

interface Windowed {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly messages: readonly ShownMessage[];
  /** The row that holds the focus is drawn wherever it is. */
  readonly focused: number | undefined;
  /** What the places of this list are kept under. */
  readonly owner: object;
}

/** The rows near the screen, held in place from the end on: what comes above or grows there moves nothing in view. */
export function useMessageWindow({ scroller, messages, focused, owner }: Windowed) {
  const virtual = useVirtualizer({
    count: messages.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => guessHeight(messages[index] as ShownMessage),
    getItemKey: useCallback((index: number) => messages[index]?.key ?? index, [messages]),
    rangeExtractor: useCallback(
      (range: Range) => {
        const rows = defaultRangeExtractor(range);
        if (focused === undefined || focused >= range.count || rows.includes(focused)) return rows;
        return [...rows, focused].toSorted((left, right) => left - right);
      },
      [focused],
    ),
    initialMeasurementsCache: scrollPlaces.get(owner)?.heights ?? [],
    overscan: OVERSCAN,
    anchorTo: 'end',
    scrollEndThreshold: NEAR_END,
    paddingStart: ROOM_ABOVE,
    paddingEnd: ROOM_BELOW,
  });

  // The day of the oldest row is above it and takes no room within it, as it goes once an older row of that day comes.
  // Where another day comes before it, the row grows at its top: above what is read.
  const oldest = messages[0]?.key;
  const known = useRef(oldest);
  const relabelled = useRef<string>(undefined);
  useLayoutEffect(() => {
    relabelled.current = known.current === oldest ? undefined : known.current;
    known.current = oldest;
  }, [oldest]);
  useLayoutEffect(() => {
    virtual.shouldAdjustScrollPositionOnItemSizeChange = (item, _, { itemSizeCache, scrollOffset }) => {
      const top = scrollOffset ?? 0;
      if (!itemSizeCache.has(item.key)) return item.start < top;
      if (item.key !== relabelled.current) return item.end <= top;
      relabelled.current = undefined;
      return true;
    };
  }, [virtual]);
  return virtual;
}

export type MessageWindow = ReturnType<typeof useMessageWindow>;
