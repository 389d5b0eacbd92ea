import { useCallback, useEffect, useRef } from 'react';

/** The next page is asked for this near, in pixels, to the end (SPEC §9). */
const NEAR = '10px';

/** Calls back when the end of a list comes on screen. Give the ref to the element there; `isOn` says whether more is to come. */
export function useInfiniteScroll(onNear: () => void, isOn: boolean) {
  const latest = useRef({ onNear, isOn });
  useEffect(() => {
    latest.current = { onNear, isOn };
  });
  return useCallback((node: HTMLElement | null) => {
    if (!node) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (latest.current.isOn && entries.some(({ isIntersecting }) => isIntersecting)) latest.current.onNear();
      },
      { rootMargin: NEAR },
    );
    observer.observe(node);
    return () => observer.disconnect();
  }, []);
}
