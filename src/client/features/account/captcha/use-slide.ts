import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import type { SlideChallenge, Trail } from './captcha-store.ts';
import { DragTrail } from './drag-trail.ts';

/** Pixels of the picture that a key moves the piece. */
const KEY_STEPS: Readonly<Record<string, number>> = {
  ArrowRight: 4,
  ArrowUp: 4,
  ArrowLeft: -4,
  ArrowDown: -4,
  PageUp: 16,
  PageDown: -16,
};

interface Grip {
  readonly x: number;
  readonly y: number;
  /** Pixels of the picture in one pixel of the screen, along the way of the handle. */
  readonly scale: number;
}

/**
 * Moves the piece of a puzzle by pointer or keys and keeps the way that it took; `onDrop` gets both when it is let go, or
 * when Enter is pressed. `left` is in pixels of the picture.
 */
export function useSlide(
  { width, pieceSize }: SlideChallenge,
  isEnabled: boolean,
  onDrop: (left: number, trail: Trail) => void,
) {
  const [left, setLeft] = useState(0);
  const trail = useRef<DragTrail>(undefined);
  const grip = useRef<Grip>(undefined);
  const most = width - pieceSize;

  const moveTo = (wanted: number, y: number, now: number): void => {
    const next = Math.min(Math.max(wanted, 0), most);
    trail.current?.add(next, y, now);
    setLeft(next);
  };
  const drop = (): void => {
    const way = trail.current;
    trail.current = undefined;
    grip.current = undefined;
    const points = way?.points ?? [];
    const end = points.at(-1)?.[0] ?? 0;
    // A press without a move is no attempt.
    if (end > 0) onDrop(end, points);
    else setLeft(0);
  };

  return {
    left,
    most,
    handle: {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        if (!isEnabled || event.button !== 0) return;
        const { currentTarget: handle } = event;
        handle.setPointerCapture?.(event.pointerId);
        const way = (handle.parentElement?.clientWidth ?? 0) - handle.offsetWidth;
        grip.current = { x: event.clientX, y: event.clientY, scale: most / Math.max(way, 1) };
        trail.current = new DragTrail(event.timeStamp);
        setLeft(0);
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        const from = grip.current;
        if (!from) return;
        moveTo((event.clientX - from.x) * from.scale, (event.clientY - from.y) * from.scale, event.timeStamp);
      },
      onPointerUp: () => {
        if (grip.current) drop();
      },
      onPointerCancel: () => {
        grip.current = undefined;
        trail.current = undefined;
        setLeft(0);
      },
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
        if (!isEnabled) return;
        const step = KEY_STEPS[event.key];
        const isDrop = event.key === 'Enter' || event.key === ' ';
        if (step === undefined && !isDrop) return;
        event.preventDefault();
        if (isDrop) return drop();
        trail.current ??= new DragTrail(event.timeStamp);
        moveTo(left + (step ?? 0), 0, event.timeStamp);
      },
    },
  };
}
