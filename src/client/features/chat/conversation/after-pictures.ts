import type { Clock } from '#client/lib/clock.ts';

/** The longest wait for a picture, in milliseconds. */
const MOST_MS = 3000;

/** Calls back once all pictures within an element have come or failed, unless the returned function is called before. */
export function afterPictures(within: Element | null, clock: Clock, done: () => void): () => void {
  const late = [...(within?.querySelectorAll('img') ?? [])].filter((picture) => !picture.complete);
  const listening = new AbortController();
  let missing = late.length;
  const finish = () => {
    listening.abort();
    done();
  };
  if (missing === 0) {
    finish();
    return () => undefined;
  }
  const stopWaiting = clock.after(MOST_MS, finish);
  listening.signal.addEventListener('abort', stopWaiting);
  const count = () => {
    missing -= 1;
    if (missing === 0) finish();
  };
  for (const picture of late)
    for (const event of ['load', 'error']) picture.addEventListener(event, count, { signal: listening.signal });
  return () => listening.abort();
}
