import { type RefObject, useEffect, useRef } from 'react';

/** Calls back once, when an element comes near the screen: what is further down is not asked for yet. */
export function useInView(onNear: () => void | Promise<void>): RefObject<HTMLElement | null> {
  const element = useRef<HTMLElement>(null);
  const isSeen = useRef(false);
  useEffect(() => {
    if (!element.current || isSeen.current) return undefined;
    const watcher = new IntersectionObserver(
      (entries) => {
        if (isSeen.current || !entries.some((entry) => entry.isIntersecting)) return;
        isSeen.current = true;
        void onNear();
      },
      { rootMargin: '300px' },
    );
    watcher.observe(element.current);
    return () => watcher.disconnect();
  }, [onNear]);
  return element;
}
