import type { VisitSource } from '#schemas/api/visits.ts';

const KEY = 'jingtu.visit-way';
/** How long after the last press of the user a page that opens was opened by it, in milliseconds. */
const FRESH_MS = 15_000;

/** First parts of addresses, with what a page that is opened from there was found by. */
const BY_PATH: readonly (readonly [start: string, source: VisitSource])[] = [
  ['/search', 'search'],
  ['/matching', 'matching'],
  ['/messageCenter', 'alert'],
  ['/insight', 'link'],
  ['/news', 'link'],
  ['/dashboard', 'link'],
  ['/login', 'link'],
];

/** What a page is found by that is opened by a press on this element of the page at this path. */
export function sourceAt(path: string, pressed: Element | null): VisitSource {
  if (pressed?.closest('.chat-sides, .chat-room-blank')) return 'chat';
  return BY_PATH.find(([start]) => path.startsWith(start))?.[1] ?? 'list';
}

type Kept = Pick<Storage, 'getItem' | 'setItem'>;

/** Keeps what a press may lead to, for the page that it opens: often another tab, which knows nothing of this one. */
export function notePress(kept: Kept, source: VisitSource, at: number): void {
  try {
    kept.setItem(KEY, `${at} ${source}`);
  } catch {
    // A browser that keeps nothing: visits then say less of where they came from.
  }
}

/** What led to the page that opens now. */
export function sourceOfOpening(kept: Kept, now: number): VisitSource {
  try {
    const [at = '', source] = (kept.getItem(KEY) ?? '').split(' ');
    return source !== undefined && now - Number(at) < FRESH_MS ? (source as VisitSource) : 'link';
  } catch {
    return 'link';
  }
}

/** Notes every press in this tab, until what it gives is called. */
export function followPresses(): () => void {
  const note = (event: Event) => {
    if (event instanceof KeyboardEvent && event.key !== 'Enter') return;
    const pressed = event.target instanceof Element ? event.target : null;
    notePress(localStorage, sourceAt(window.location.hash.replace(/^#/, ''), pressed), Date.now());
  };
  const ways = ['pointerdown', 'keydown'];
  ways.forEach((way) => document.addEventListener(way, note, { capture: true, passive: true }));
  return () => ways.forEach((way) => document.removeEventListener(way, note, { capture: true }));
}

/** What led to the page that opens now, in this browser. */
export const openedBy = (): VisitSource => sourceOfOpening(localStorage, Date.now());
