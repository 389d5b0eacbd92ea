import type { Page } from 'playwright-core';

/** No placeholder is in sight; those further down wait until the page is scrolled to them. */
const isDrawn = () =>
  Array.from(document.querySelectorAll('.MuiSkeleton-root')).every(
    (placeholder) => placeholder.getBoundingClientRect().top > window.innerHeight,
  );

/** Nothing moves or fades but what goes on for ever, as a sign of waiting does. */
const areColoursThere = () =>
  document
    .getAnimations()
    .every(
      ({ effect, playState }) =>
        playState !== 'running' || effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY,
    );

/** Waits until a page is as its reader will find it. */
export async function drawn(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.waitForFunction(isDrawn);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  // Colours that are inherited arrive a frame later with each level.
  await page.waitForFunction(areColoursThere);
}
