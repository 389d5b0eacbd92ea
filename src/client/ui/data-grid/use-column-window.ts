import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, type RefObject } from 'react';

/** The columns near the screen, and the empty room in pixels left and right of them. */
export interface ColumnWindow {
  readonly from: number;
  /** One past the last. */
  readonly to: number;
  readonly before: number;
  readonly behind: number;
  readonly scrollTo: (index: number) => void;
}

/** Below this many columns all are drawn: scrolling sideways is then smoother without a window. */
const ALWAYS_ALL = 16;

/** Draws only the columns near the screen when there are many. `widths` are in pixels, `pinned` is the room of the pinned column. */
export function useColumnWindow(
  scroller: RefObject<HTMLElement | null>,
  widths: readonly number[],
  pinned: number,
): ColumnWindow {
  const isWindowed = widths.length > ALWAYS_ALL;
  const virtualizer = useVirtualizer({
    horizontal: true,
    count: widths.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => widths[index] ?? 0,
    paddingStart: pinned,
    scrollPaddingStart: pinned,
    overscan: 3,
  });
  useEffect(() => virtualizer.measure(), [virtualizer, widths]);
  const items = virtualizer.getVirtualItems();
  const [first, last] = [items[0], items.at(-1)];
  const scrollTo = (index: number) => virtualizer.scrollToIndex(index, { align: 'auto' });
  if (!isWindowed || !first || !last) return { from: 0, to: widths.length, before: 0, behind: 0, scrollTo };
  const behind = virtualizer.getTotalSize() - last.end;
  return { from: first.index, to: last.index + 1, before: first.start - pinned, behind, scrollTo };
}
