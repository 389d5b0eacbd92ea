import { useCallback, useState } from 'react';
import type { VisibilityRegistry } from './visibility-registry.ts';

/**
 * Is a part of the page to be drawn: from the start, or since it came near the screen? Until then its blank takes `watch` as
 * its ref. Names lead to the part from outside; they must be the same at every render.
 */
export function useNear(near: VisibilityRegistry, names: readonly string[], ready = false) {
  const [here, setHere] = useState(ready || !near.watches);
  const watch = useCallback(
    (element: HTMLElement | null) => (element ? near.watch(element, names, () => setHere(true)) : undefined),
    [near, names],
  );
  return { here, watch };
}
