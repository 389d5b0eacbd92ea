import { useState, type PointerEvent, type RefObject } from 'react';

/** A column on its way to another place. */
interface ColumnDrag {
  readonly id: string;
  /** Place among the columns that it would take, from 0. */
  readonly to: number;
  /** Where the line of the drop is drawn, in pixels from the left edge of all columns. */
  readonly line: number;
}

const CLICK_SLACK = 6;
const [EDGE, EDGE_STEP] = [48, 14];

/**
 * Drags a column by its head, among those that stay in place or among those that scroll. `order` are the ids as drawn;
 * `place` gives the ids between which a column may be put. Escape leaves everything as it was; on touch the head's menu
 * moves columns, so that a finger still scrolls.
 */
export function useColumnDrag(
  scroller: RefObject<HTMLElement | null>,
  order: readonly string[],
  zoneOf: (id: string) => readonly string[],
  onDrop: (id: string, to: number) => void,
) {
  const [drag, setDrag] = useState<ColumnDrag>();
  const grab = (id: string, event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0 || event.pointerType === 'touch') return;
    const from = event.clientX;
    const zone = zoneOf(id);
    let dropped: ColumnDrag | undefined;
    const given = new AbortController();
    const end = () => {
      given.abort();
      setDrag(undefined);
    };
    const listen = { signal: given.signal };
    const onMove = (move: globalThis.PointerEvent) => {
      if (!dropped && Math.abs(move.clientX - from) < CLICK_SLACK) return;
      const element = scroller.current;
      if (!element) return;
      scrollAtEdge(element, move.clientX);
      dropped = dropAt(element, zone, order, id, move.clientX) ?? dropped;
      setDrag(dropped);
    };
    const onUp = () => {
      end();
      if (!dropped) return;
      // The click that ends the drag would sort.
      window.addEventListener('click', swallow, { capture: true, once: true });
      setTimeout(() => window.removeEventListener('click', swallow, { capture: true }));
      onDrop(id, dropped.to);
    };
    const onKey = (key: globalThis.KeyboardEvent) => {
      if (key.key !== 'Escape') return;
      key.stopPropagation();
      end();
    };
    window.addEventListener('pointermove', onMove, listen);
    window.addEventListener('pointerup', onUp, listen);
    window.addEventListener('pointercancel', end, listen);
    window.addEventListener('keydown', onKey, { ...listen, capture: true });
  };
  return { drag, grab };
}

function swallow(event: Event): void {
  event.stopPropagation();
  event.preventDefault();
}

function scrollAtEdge(element: HTMLElement, x: number): void {
  const { left, right } = element.getBoundingClientRect();
  const step = x > right - EDGE ? EDGE_STEP : x < left + EDGE ? -EDGE_STEP : 0;
  if (step !== 0) element.scrollBy({ left: step });
}

/** The gap between two heads that is nearest to the pointer. */
function dropAt(
  element: HTMLElement,
  zone: readonly string[],
  order: readonly string[],
  id: string,
  x: number,
): ColumnDrag | undefined {
  const origin = element.getBoundingClientRect().left - element.scrollLeft;
  const heads = [...element.querySelectorAll<HTMLElement>('[data-column]')].filter((head) =>
    zone.includes(head.dataset['column'] ?? ''),
  );
  const gaps = heads.flatMap((head) => {
    const at = order.indexOf(head.dataset['column'] ?? '');
    const { left, right } = head.getBoundingClientRect();
    return [
      { gap: at, x: left },
      { gap: at + 1, x: right },
    ];
  });
  const [nearest] = gaps.toSorted((a, b) => Math.abs(a.x - x) - Math.abs(b.x - x));
  if (!nearest) return undefined;
  const own = order.indexOf(id);
  return { id, to: nearest.gap > own ? nearest.gap - 1 : nearest.gap, line: nearest.x - origin };
}
