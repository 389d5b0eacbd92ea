import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startRunningApp, type RunningApp } from '#tests/support/app/running-app.ts';

let product: RunningApp;
beforeAll(async () => {
  product = await startRunningApp();
});
afterAll(() => product.close());

const WIDTHS = [1440, 720, 390];

/** What of the page is beneath the round buttons, as it is scrolled now and when all that scrolls is at its end. */
async function coveredIn(page: Page): Promise<readonly string[]> {
  return page.evaluate(async () => {
    const drawn = async () => {
      for (let frame = 0; frame < 3; frame += 1) await new Promise((done) => requestAnimationFrame(done));
    };
    const buttons = [...document.querySelectorAll('.sphere > button')];
    const steps = [0.02, 0.25, 0.5, 0.75, 0.98];
    const beneath = () =>
      buttons.flatMap((button) => {
        const box = button.getBoundingClientRect();
        const points = steps.flatMap((x) => steps.map((y) => [box.x + x * box.width, box.y + y * box.height] as const));
        const found = points.flatMap(([x, y]) => document.elementsFromPoint(x, y));
        return found.filter((element) => element.closest('#content, .shell-top, .shell-nav') !== null);
      });
    await drawn();
    const found = beneath();
    for (const box of document.querySelectorAll('#content, #content *'))
      box.scrollTo(box.scrollWidth, box.scrollHeight);
    await drawn();
    found.push(...beneath());
    const inView = buttons.every((button) => {
      const { left, top, right, bottom } = button.getBoundingClientRect();
      return left >= 0 && top >= 0 && right <= window.innerWidth && bottom <= window.innerHeight;
    });
    const faults = found.map((element) => `${element.tagName} ${element.className.toString()}`);
    return [...new Set(faults), ...(buttons.length === 2 && inView ? [] : ['the buttons are not in view'])];
  });
}

test.each([
  ['a list', '/data/InsightCompany', '[role=row][data-row]'],
  ['a detail page', '/insight/InsightCompany/1', '#content h1'],
  ['a form', '/form/InsightCompany/1', '#content input'],
])('the floating buttons cover nothing of %s at any width', async (_, path, ready) => {
  const page = await product.open(await product.openBrowser('staff'), path);
  await page.locator(ready).first().waitFor();
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    expect([width, await coveredIn(page)]).toEqual([width, []]);
  }
});
