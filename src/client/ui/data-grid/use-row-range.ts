import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';

/** Rows drawn beyond the screen on either side. */
const OVERSCAN = 4;
/** The range moves in steps of so many rows, so that slow scrolling draws seldom. */
const STEP = 2;
/** Milliseconds without a scroll event after which the view is at rest. */
const REST = 150;
/** No screen is higher. A grid that nothing holds to a height, as on paper, would draw every row that there is. */
const MAX_ROOM = 4400;

interface RowRangeInput {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly count: number;
  readonly rowHeight: number;
  /** Pixels that the rows have on screen. */
  readonly room: number;
  /** Called with the rows that are really on screen. */
  readonly onSee: (from: number, to: number) => void;
}

/** Where the view is, in rows. */
interface View {
  readonly top: number;
  /** What each slot drew before; none of it when another list is looked at. */
  readonly before: readonly number[];
  readonly slots: number;
  readonly onScreen: number;
  readonly count: number;
}

/**
 * The row that each slot draws. A row keeps its slot for as long as it is drawn, so that what stays on screen is not
 * drawn again. When a step leaves nothing of the screen before, rows beyond the screen are not worth drawing: their
 * slots keep what they had.
 */
function slotRows({ top, before, slots, onScreen, count }: View): readonly number[] {
  const wanted = Math.max(0, Math.floor((top - OVERSCAN) / STEP) * STEP);
  const from = Math.min(wanted, Math.max(0, Math.ceil((count - slots) / STEP) * STEP));
  const rows = Array.from({ length: slots }, (_, slot) => from + ((((slot - from) % slots) + slots) % slots));
  const isSeen = (row: number) => row >= top && row < top + onScreen;
  const isFlight = before.length === slots && !before.some(isSeen);
  if (!isFlight) return rows;
  return rows.map((row, slot) => (isSeen(row) ? row : (before[slot] ?? row)));
}

interface RowRange {
  /** The row of each slot. */
  readonly rows: readonly number[];
  /** The slot that is first in the document. */
  readonly firstSlot: number;
  /** Looks where the view is now. */
  readonly look: () => void;
}

/** The rows near the screen, by slot. All of them together may be millions: nothing here grows with their number. */
export function useRowRange(input: RowRangeInput): RowRange {
  const { scroller, count, rowHeight, room, onSee } = input;
  const onScreen = Math.ceil(Math.min(Math.max(0, room), MAX_ROOM) / rowHeight) + 1;
  const slots = onScreen + 2 * OVERSCAN + STEP;
  const [rows, setRows] = useState<readonly number[]>([]);
  const [firstSlot, setFirstSlot] = useState(0);
  const shown = useRef(rows);
  const scrolled = useRef(0);
  const read = useCallback(
    (before: readonly number[]): readonly number[] => {
      const top = Math.max(0, Math.floor(scrolled.current / rowHeight));
      onSee(Math.min(top, Math.max(0, count - 1)), Math.min(count, top + onScreen));
      return slotRows({ top, before, slots, onScreen, count });
    },
    [rowHeight, count, onScreen, slots, onSee],
  );
  const draw = useCallback(() => {
    shown.current = read([]);
    setRows(shown.current);
  }, [read]);
  const look = useCallback(() => {
    scrolled.current = scroller.current?.scrollTop ?? 0;
    draw();
  }, [scroller, draw]);
  // The scroll events reported where the view is: to ask now would lay out the page between two renders.
  useLayoutEffect(draw, [draw]);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    let resting: ReturnType<typeof setTimeout> | undefined;
    // The document has the rows in their order again, as it is read aloud and selected; to move them while the view
    // moves would have each laid out again.
    const rest = () => {
      draw();
      setFirstSlot(shown.current.indexOf(Math.min(...shown.current)));
    };
    const onScroll = () => {
      clearTimeout(resting);
      resting = setTimeout(rest, REST);
      scrolled.current = element.scrollTop;
      element.toggleAttribute('data-sideways', element.scrollLeft > 0);
      const next = read(shown.current);
      if (next.every((row, slot) => row === shown.current[slot])) return;
      shown.current = next;
      // In the frame of the scroll itself; a frame later the screen would show a gap.
      flushSync(() => setRows(next));
    };
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      clearTimeout(resting);
      element.removeEventListener('scroll', onScroll);
    };
  }, [scroller, read, draw]);
  return { rows, firstSlot, look };
}
