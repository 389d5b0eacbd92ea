import { useLayoutEffect, useRef, type RefObject } from 'react';

/** Moves the focus to the first of some selectors that names something, once what was just changed is drawn. */
export function useFocusLater(within: RefObject<HTMLElement | null>): (...selectors: readonly string[]) => void {
  const wanted = useRef<readonly string[]>([]);
  useLayoutEffect(() => {
    const selectors = wanted.current;
    wanted.current = [];
    for (const selector of selectors) {
      const found = within.current?.querySelector<HTMLElement>(selector);
      if (!found) continue;
      found.focus();
      return;
    }
  });
  return (...selectors) => {
    wanted.current = selectors;
  };
}
