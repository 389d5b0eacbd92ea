import { useEffect, useMemo, useState, type RefObject } from 'react';

/** The columns near the screen, and the empty room in pixels left of them. */
interface ColumnWindow {
  readonly from: number;
  /** One past the last. */
  readonly to: number;
  readonly before: number;
  readonly scrollTo: (index: number) => void;
}

/** Below this many columns all are drawn: scrolling sideways is then smoother without a window. */
const ALWAYS_ALL = 16;
const UNMEASURED = 8;
/** Columns drawn beyond either edge. */
const BEYOND = 1;

/** Where each column begins among those that scroll, and where the last one ends. */
function edgesOf(widths: readonly number[]): readonly number[] {
  const edges = [0];
  for (const width of widths) edges.push((edges.at(-1) ?? 0) + width);
  return edges;
}

/** The columns that can be seen when so much is scrolled away and so much is seen, in pixels. */
function seenColumns(edges: readonly number[], left: number, room: number) {
  const count = edges.length - 1;
  const first = Math.max(
    0,
    edges.findLastIndex((edge) => edge <= left),
  );
  const end = edges.findIndex((edge) => edge >= left + room);
  return { from: Math.max(0, first - BEYOND), to: Math.min(count, (end < 0 ? count : end) + BEYOND) };
}

/** Scrolls no further than it takes to see a column whole. */
function showColumn(element: HTMLElement, start: number, end: number, view: number): void {
  if (start < element.scrollLeft) element.scrollLeft = start;
  else if (end > element.scrollLeft + view) element.scrollLeft = end - view;
}

/**
 * Draws only the columns near the screen when there are many. `widthList` are pixels with commas between, so that
 * equal widths are the same; `pinned` is the room of what stays in place, `room` that of the whole grid. Draws again only
 * when another column comes near, not for every pixel.
 */
export function useColumnWindow(
  scroller: RefObject<HTMLElement | null>,
  widthList: string,
  pinned: number,
  room: number,
): ColumnWindow {
  const edges = useMemo(() => edgesOf(widthList.split(',').filter(Boolean).map(Number)), [widthList]);
  const count = edges.length - 1;
  const view = Math.max(0, room - pinned);
  const isWindowed = count > ALWAYS_ALL;
  const [left, setLeft] = useState(0);
  useEffect(() => {
    const element = scroller.current;
    if (!element || !isWindowed) return undefined;
    const follow = () => {
      const now = element.scrollLeft;
      setLeft((before) => {
        const [old, next] = [seenColumns(edges, before, view), seenColumns(edges, now, view)];
        return old.from === next.from && old.to === next.to ? before : now;
      });
    };
    follow();
    element.addEventListener('scroll', follow, { passive: true });
    return () => element.removeEventListener('scroll', follow);
  }, [scroller, edges, view, isWindowed]);
  const scrollTo = (index: number) => {
    if (scroller.current) showColumn(scroller.current, edges[index] ?? 0, edges[index + 1] ?? 0, view);
  };
  if (!isWindowed) return { from: 0, to: count, before: 0, scrollTo };
  // Before the screen is measured: some are enough to measure it by.
  if (room === 0) return { from: 0, to: UNMEASURED, before: 0, scrollTo };
  const { from, to } = seenColumns(edges, left, view);
  return { from, to, before: edges[from] ?? 0, scrollTo };
}
