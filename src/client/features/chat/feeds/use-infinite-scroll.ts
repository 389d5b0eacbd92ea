import { useCallback, useEffect, useRef } from 'react';

/** How near the end of what scrolls is, in pixels, and how long it must have been so, in milliseconds (SPEC §9). */
const NEAR = 10;
const REST_MS = 500;

/**
 * Calls back once the end of an element has been on screen for a moment. Give the ref to the element that scrolls; `isOn`
 * says whether there is more to come, and `length` changes when more has come.
 */
export function useInfiniteScroll(onNear: () => void, isOn: boolean, length: number | undefined) {
  const place = useRef<HTMLDivElement | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef({ onNear, isOn });
  useEffect(() => {
    latest.current = { onNear, isOn };
  });
  const look = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      const node = place.current;
      if (!node || !latest.current.isOn) return;
      if (node.scrollHeight - node.scrollTop - node.clientHeight <= NEAR) latest.current.onNear();
    }, REST_MS);
  }, []);
  // What has come may not fill the screen, so that there is nothing to scroll.
  useEffect(look, [look, length, isOn]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(
    (node: HTMLDivElement | null) => {
      place.current = node;
      node?.addEventListener('scroll', look, { passive: true });
      return () => node?.removeEventListener('scroll', look);
    },
    [look],
  );
}
