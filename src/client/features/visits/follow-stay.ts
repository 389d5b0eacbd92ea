import { every } from '#client/lib/every.ts';
import { Stay, type Beat } from './stay.ts';

const SECOND_MS = 1000;
/** Length of a label that is sent, and how many of them at most: see noteStay. */
const MAX_LABEL = 40;
const MAX_PARTS = 20;

/** Labels of the titled parts of the page that are on screen now. */
function partsOnScreen(): string[] {
  const height = window.innerHeight;
  return [...document.querySelectorAll<HTMLElement>('section[id] > h2')]
    .filter((title) => {
      const { top, bottom } = (title.parentElement ?? title).getBoundingClientRect();
      return top < height * 0.8 && bottom > height * 0.2;
    })
    .map((title) => (title.textContent ?? '').slice(0, MAX_LABEL))
    .filter(Boolean)
    .slice(0, MAX_PARTS);
}

/** Follows how long the page is visible while `isCounted`, until what it gives is called. */
export function followStay(isCounted: () => boolean, send: (beat: Beat) => void): () => void {
  const stay = new Stay(send);
  const stop = every(SECOND_MS, () => {
    if (document.visibilityState === 'visible' && isCounted()) stay.second(partsOnScreen());
  });
  const leave = () => {
    if (document.visibilityState === 'hidden') stay.send();
  };
  document.addEventListener('visibilitychange', leave);
  return () => {
    stop();
    document.removeEventListener('visibilitychange', leave);
    stay.send();
  };
}
