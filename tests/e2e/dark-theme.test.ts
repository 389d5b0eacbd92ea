import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { startRunningApp, type RunningApp } from '#tests/support/app/running-app.ts';
import { axeFaults } from '#tests/support/browser/axe-faults.ts';
import type { Who } from '#tests/support/app/test-app.ts';

let product: RunningApp;
beforeAll(async () => {
  product = await startRunningApp();
});
afterAll(() => product.close());

/** The main screens, one after another, as each user comes to them. */
const SCREENS: readonly (readonly [Who, readonly string[]])[] = [
  ['visitor', ['/dashboard', '/login', '/search/result?wd=%E7%A7%91%E6%8A%80']],
  ['svip', ['/home', '/data/InsightCompany', '/insight/InsightCompany/1', '/messageCenter', '/coins']],
  ['founder', ['/personalCenter', '/personalCenter?page=identity', '/form/FinancingRequest']],
  ['staff', ['/staff/metadata/InsightCompany', '/staff/identity', '/staff/import']],
];

/** Pixels of the page that are reached only by scrolling sideways. */
const beyond = (page: Page) =>
  page.evaluate(() =>
    Math.max(
      document.documentElement.scrollWidth - document.documentElement.clientWidth,
      ...Array.from(document.querySelectorAll('main'), (main) => main.scrollWidth - main.clientWidth),
    ),
  );

test.each(SCREENS)(
  'in the dark and at twice the size, a %s can read every screen and scrolls none of them sideways',
  async (who, paths) => {
    // 1,280 pixels at 200 %.
    const context = await product.openBrowser(who, 640);
    const page = await product.open(context, paths[0] ?? '/');
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    const faults: string[] = [];
    for (const path of paths) {
      await page.goto(`${product.address}/#${path}`);
      await page.getByRole('heading').first().waitFor();
      await page.waitForLoadState('networkidle');
      faults.push(...(await axeFaults(page)).map((fault) => `${path} ${fault}`));
      const width = await beyond(page);
      if (width > 0) faults.push(`${path} is ${width} pixels too wide`);
    }
    expect(faults).toEqual([]);
    await context.close();
  },
);

test('a choice of colours holds at once, without the page being drawn again, and for the next page from its first byte', async () => {
  const context = await product.openBrowser('founder');
  const page = await product.open(context, '/home');
  const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const light = await ground();
  await page.getByRole('button', { name: /示例创业者/ }).click();
  await page.getByRole('menuitem', { name: '外观' }).click();
  await page.getByRole('menuitem', { name: '深色' }).click();
  await expect.poll(ground).not.toBe(light);
  const body = await (await context.request.get(`${product.address}/`)).text();
  expect(body).toContain('<html data-appearance="dark"');
  await context.close();
});
