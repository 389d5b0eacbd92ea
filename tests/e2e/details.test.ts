import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { axeFaults, seriousFaults } from '#tests/support/browser/axe-faults.ts';
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

/** Waits until everything that was asked for is there. */
async function isWhole(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('.detail .MuiSkeleton-root') === null);
}

/** Goes through the tabs of a page and does the same in each. */
async function inEachTab(page: Page, look: (tab: string) => Promise<void>): Promise<void> {
  const tabs = page.getByRole('tablist', { name: '内容' }).getByRole('tab');
  for (const tab of await tabs.all()) {
    await tab.click();
    await isWhole(page);
    await look((await tab.textContent()) ?? '');
  }
}

describe.each(PAGES)('the page of %s', (objectApiName, field) => {
  test('comes whole in every tab, without a fault and without accessibility findings', async () => {
    const { page, faults } = await openDetail(staff, objectApiName, field);
    const found: string[] = [];
    await inEachTab(page, async (tab) => {
      found.push(
        ...[...(await axeFaults(page, '.detail')), ...(await seriousFaults(page))].map((one) => `${tab} ${one}`),
      );
    });
    expect(faults).toEqual([]);
    expect(found).toEqual([]);
    await page.close();
  });

  test('fits a phone in every tab', async () => {
    const { page } = await openDetail(phone, objectApiName, field);
    const over: Record<string, readonly number[]> = {};
    await inEachTab(page, async (tab) => {
      over[tab] = await page.evaluate(() => {
        const content = document.querySelector('.shell-content');
        // What is below scrolls in the content: the page itself is as high as its window.
        const below = document.documentElement.scrollHeight - window.innerHeight;
        return [content ? content.scrollWidth - content.clientWidth : -1, below];
      });
    });
    expect(Object.values(over).filter((pixels) => pixels.some((one) => one !== 0))).toEqual([]);
    await page.close();
  });
});

test('an institution shows whom it invests with, and its charts show their numbers without a mouse', async () => {
  const { page } = await openDetail(staff, 'InsightOrg', 'dealsCount');
  const partners = page.getByRole('region', { name: '共同投资方' });
  await partners.getByRole('img', { name: /^共同投资方：.+ 次/ }).waitFor();
  await partners
    .getByText(/^\d+ 次$/)
    .first()
    .waitFor();
  await page.getByRole('tab', { name: '概览' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  const deals = page.getByRole('region', { name: '历年投资次数' });
  await deals.locator('svg').first().waitFor();
  await deals.getByText('数据尚不完整').waitFor();
  await deals.getByRole('button', { name: '查看数据' }).press('Enter');
  const years = deals.getByRole('table').getByRole('link');
  const [list] = await Promise.all([page.context().waitForEvent('page'), years.first().press('Enter')]);
  await list.locator('[role=row][data-row]').first().waitFor();
  expect(decodeURIComponent(list.url())).toContain("['fundedOn','between',[");
  await list.close();
  await page.close();
});

test('a company shows its rounds along a time line, what is alike and why, and where its data come from', async () => {
  const { page } = await openDetail(staff, 'InsightCompany', 'roundsCount');
  const origin = page.getByText(/^收录于/);
  await origin.waitFor();
  expect(await origin.textContent()).toMatch(/\d{4}-\d{2}-\d{2}/);
  const rounds = page.getByRole('region', { name: '融资历程' }).getByRole('listitem');
  await rounds.filter({ hasText: '领投方' }).first().waitFor();
  await page
    .getByRole('region', { name: '相似企业' })
    .getByTitle(/相同：/)
    .first()
    .waitFor();
  await page.close();
});

test('the blocks of a tab come with one request, and those of the others when they are opened', async () => {
  const page = await staff.newPage();
  const asked: string[] = [];
  page.on('request', (request) => {
    const name = request.url().split('/').at(-1) ?? '';
    if (/getDetailBlocks|getRelatedList|getChart/.test(name)) asked.push(name);
  });
  await page.goto(`${product.address}/#/insight/InsightOrg/${await firstId('InsightOrg', 'dealsCount')}`);
  await page.getByRole('region', { name: '投资组合' }).getByRole('listitem').first().waitFor();
  expect(asked).toEqual(['getDetailBlocks']);
  await page.getByRole('tab', { name: '投资记录' }).click();
  await page.getByRole('region', { name: '投资事件' }).getByRole('listitem').first().waitFor();
  expect(asked).toEqual(['getDetailBlocks', 'getDetailBlocks']);
  await page.close();
});

test('on paper are all tabs, without what is to be pressed', async () => {
  const { page } = await openDetail(staff, 'InsightFund', 'investmentsCount');
  await page.evaluate(() => {
    window.print = () => {
      const labels = [...document.querySelectorAll('.detail h2')].map((heading) => heading.textContent ?? '');
      document.body.dataset['printed'] = labels.join(',');
    };
  });
  await page.getByRole('button', { name: '打印' }).click();
  await page.waitForFunction(() => document.body.dataset['printed'] !== undefined);
  const printed = await page.evaluate(() => document.body.dataset['printed'] ?? '');
  for (const label of ['出资人', '历年投资次数', '基本信息', '数据来源']) expect(printed).toContain(label);
  await page.emulateMedia({ media: 'print' });
  expect(await page.getByRole('tab').count()).toBe(0);
  await page.close();
});
