/** Milliseconds: what the person came for has this long for itself, and a busy browser is waited for this long at most. */
const FIRST = 2000;
const LONGEST = 5000;

/** Calls back when the browser has nothing else to do, some seconds from now. Gives what ends the wait. */
export function whenIdle(work: () => void): () => void {
  let idle = 0;
  const timer = setTimeout(() => {
    // Safari has no idle callback.
    if ('requestIdleCallback' in window) idle = window.requestIdleCallback(work, { timeout: LONGEST });
    else work();
  }, FIRST);
  return () => {
    clearTimeout(timer);
    if (idle !== 0) window.cancelIdleCallback(idle);
  };
}
