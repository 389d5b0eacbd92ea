import { useEffect, useRef, type PointerEvent } from 'react';

const PRESS_MS = 500;

/** Calls back when a finger has rested on an element for half a second; scrolling ends the wait. */
export function useLongPress(onPress: (target: Element) => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const end = () => clearTimeout(timer.current);
  useEffect(() => end, []);
  return {
    onPointerDown: (event: PointerEvent) => {
      end();
      if (event.pointerType !== 'touch') return;
      const { target } = event;
      timer.current = setTimeout(() => onPress(target as Element), PRESS_MS);
    },
    onPointerUp: end,
    onPointerCancel: end,
    onPointerMove: (event: PointerEvent) => {
      if (Math.abs(event.movementX) + Math.abs(event.movementY) > 4) end();
    },
  };
}
