import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seriousFaults } from '#tests/support/browser/axe-faults.ts';
import { startRunningApp, type RunningApp } from '#tests/support/app/running-app.ts';

let product: RunningApp;
let staff: BrowserContext;
let phone: BrowserContext;
beforeAll(async () => {
  product = await startRunningApp();
  staff = await product.openBrowser('staff');
  phone = await product.openBrowser('staff', 390);
});
afterAll(() => product.close());

/** The record that is first in an order. */
async function firstId(objectApiName: string, field: string): Promise<string> {
  const reply = await staff.request.post(`${product.address}/api/metadata/data/getLayoutAndDataList`, {
    data: { objectApiName, sort: [{ field, order: 'desc' }], pageSize: 1 },
    headers: { origin: product.address },
  });
  return ((await reply.json()) as { data: { list: { id: string }[] } }).data.list[0]?.id ?? '';
}

const PAGES = [
  ['InsightCompany', 'roundsCount'],
  ['InsightOrg', 'dealsCount'],
  ['InsightFund', 'investmentsCount'],
  ['InsightFundManager', 'fundsCount'],
  ['InsightIndustryLabel', 'roundsCount'],
  ['InsightIndustrial', 'companyCount'],
  ['InsightInvestor', 'investmentsCount'],
  ['InsightProject', 'publishedOn'],
  ['InsightTransaction', 'fundedOn'],
  ['InsightNews', 'publishedOn'],
] as const;

async function openDetail(context: BrowserContext, objectApiName: string, field: string) {
  const id = await firstId(objectApiName, field);
  const path = objectApiName === 'InsightNews' ? `/news/InsightNews/details/${id}` : `/insight/${objectApiName}/${id}`;
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  page.on('pageerror', (error) => faults.push(error.message));
  await page.goto(`${product.address}/#${path}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return { page, faults };
}

/** Scrolls to the end, so that everything is asked for, and waits until it has come. */
async function readWhole(page: Page): Promise<void> {
  for (let screen = 0; screen < 30; screen += 1) {
    await page.mouse.move((page.viewportSize()?.width ?? 0) * 0.6, 500);
    await page.mouse.wheel(0, 600);
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
  await page.waitForFunction(() => document.querySelector('.detail .MuiSkeleton-root') === null);
}

describe.each(PAGES)('the page of %s', (objectApiName, field) => {
  test('comes whole, without a fault and without serious accessibility findings', async () => {
    const { page, faults } = await openDetail(staff, objectApiName, field);
    await readWhole(page);
    expect(faults).toEqual([]);
    expect(await seriousFaults(page)).toEqual([]);
    await page.close();
  });

  test('fits a phone', async () => {
    const { page } = await openDetail(phone, objectApiName, field);
    await readWhole(page);
    const over = await page.evaluate(() => {
      const content = document.querySelector('.shell-content');
      return content ? content.scrollWidth - content.clientWidth : -1;
    });
    expect(over).toBe(0);
    await page.close();
  });
});

test('an institution shows whom it invests with, and its charts show their numbers without a mouse', async () => {
  const { page } = await openDetail(staff, 'InsightOrg', 'dealsCount');
  const deals = page.getByRole('region', { name: '历年投资次数' });
  await deals.locator('svg').first().waitFor();
  await deals.getByText('数据尚不完整').waitFor();
  await deals.getByRole('button', { name: '查看数据' }).press('Enter');
  const years = deals.getByRole('table').getByRole('link');
  const [list] = await Promise.all([page.context().waitForEvent('page'), years.first().press('Enter')]);
  await list.locator('[role=row][data-row]').first().waitFor();
  expect(decodeURIComponent(list.url())).toContain("['fundedOn','between',[");
  await list.close();
  await page.getByRole('button', { name: '共同投资方' }).press('Enter');
  const partners = page.getByRole('region', { name: '共同投资方' });
  await partners
    .getByText(/次 · 最近 \d{4}/)
    .first()
    .waitFor();
  await page.waitForFunction(() => document.querySelector('.detail-nav [aria-current]')?.textContent === '共同投资方');
  await page.close();
});

test('a company shows what is alike and why, and where its data come from', async () => {
  const { page } = await openDetail(staff, 'InsightCompany', 'roundsCount');
  const origin = page.getByText(/^收录于/);
  await origin.waitFor();
  expect(await origin.textContent()).toMatch(/\d{4}-\d{2}-\d{2}/);
  await page.getByRole('button', { name: '相似企业' }).click();
  const alike = page.getByRole('region', { name: '相似企业' });
  await alike
    .getByTitle(/相同：/)
    .first()
    .waitFor();
  await page.close();
});
