import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright-core';

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/**
 * Waits until nothing on a page moves or fades any more, and asks that nothing begins to: half-faded text has another
 * contrast than the page will have, and a reply may enable a button while axe looks.
 */
async function settled(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    await Promise.all(ending.map((animation) => animation.finished.catch(() => undefined)));
  });
}

/**
 * axe for a page. No page of ours has frames, so it need not open a page of its own to bring the findings of several
 * together; and of rules that are kept it need not describe every element.
 */
function axeFor(page: Page, tags?: string[]): AxeBuilder {
  if (page.frames().length > 1) throw new Error(`${page.url()} has frames, which axe would not look into.`);
  return new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'], ...(tags && { runOnly: { type: 'tag', values: tags } }) });
}

/** What axe finds on a settled page, or in a part of it, as `rule: place`; WCAG 2.2 AA by default. */
export async function axeFaults(page: Page, within?: string): Promise<string[]> {
  await settled(page);
  const axe = axeFor(page, WCAG);
  const { violations } = await (within === undefined ? axe : axe.include(within)).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`);
}

/** What axe, with all its rules, holds to be serious or worse on a settled page. */
export async function seriousFaults(page: Page): Promise<string[]> {
  await settled(page);
  const { violations } = await axeFor(page).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`);
}
