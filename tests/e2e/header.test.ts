import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startRunningApp, type RunningApp } from '#tests/support/app/running-app.ts';

let product: RunningApp;
beforeAll(async () => {
  product = await startRunningApp();
});
afterAll(() => product.close());

const WIDTHS = [360, 390, 480, 599, 600, 720, 899, 900, 1024, 1100];

/** What is wrong with the top bar as it is drawn: things in two lines, above each other, or out of sight. */
async function faultsOf(page: Page): Promise<readonly string[]> {
  return page.evaluate(async () => {
    // Where movements are reduced, every change of a style takes a frame.
    for (let frame = 0; frame < 3; frame += 1) await new Promise((drawn) => requestAnimationFrame(drawn));
    const bar = document.querySelector('.shell-top');
    if (!bar) return ['no top bar'];
    const parts = [...bar.children].filter((part) => part.getBoundingClientRect().width > 0);
    const nameOf = (part: Element) => `${part.className} “${part.textContent?.trim() ?? ''}”`;
    const boxes = parts.map((part) => ({ name: nameOf(part), box: part.getBoundingClientRect() }));
    const high = boxes.filter(({ box }) => box.height > 44).map(({ name }) => `two lines: ${name}`);
    const out = boxes
      .filter(({ box }) => box.left < 0 || box.right > window.innerWidth)
      .map(({ name }) => `outside: ${name}`);
    const above = boxes.flatMap(({ name, box }, at) => {
      const next = boxes[at + 1];
      return next && next.box.left < box.right - 0.5 ? [`${name} above ${next.name}`] : [];
    });
    const brand = bar.querySelector('.shell-name');
    const cut = brand && brand.scrollWidth > brand.clientWidth ? ['the name of the product is cut'] : [];
    return [...high, ...out, ...above, ...cut];
  });
}

test.each(['visitor', 'member', 'founder', 'investor', 'organisation', 'svip', 'staff'] as const)(
  'the header of a %s is one line without overlaps from 360 to 1,100 pixels',
  async (who) => {
    const page = await product.open(await product.openBrowser(who), '/news/InsightNews/details/1');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page
      .getByText(who === 'visitor' ? '登录' : /^示例/)
      .first()
      .waitFor();
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      expect([width, await faultsOf(page)]).toEqual([width, []]);
    }
  },
);

test('a long name of the product and of the account give way to the buttons of the header', async () => {
  const page = await product.open(await product.openBrowser('svip'), '/home');
  await page.locator('.user-name').waitFor();
  await page.evaluate(() => {
    for (const name of document.querySelectorAll('.shell-name, .user-name')) name.textContent = '很长的名称'.repeat(6);
  });
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    const faults = await faultsOf(page);
    expect([width, faults.filter((fault) => !fault.endsWith('is cut'))]).toEqual([width, []]);
  }
});
