import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SAMPLE_PASSWORD } from '#server/commands/seed/store-sample.ts';
import { axeFaults } from '#tests/support/browser/axe-faults.ts';
import { startRunningApp, type RunningApp } from '#tests/support/app/running-app.ts';

let product: RunningApp;
let staff: BrowserContext;
beforeAll(async () => {
  product = await startRunningApp();
  staff = await product.openBrowser('staff');
});
afterAll(() => product.close());

const rows = (page: Page) => page.locator('[role=row][data-row]');
const firstName = (page: Page) => rows(page).first().getByRole('link').first();
const column = (page: Page, label: string) => page.getByRole('columnheader', { name: label });

async function openList(path: string, context = staff): Promise<Page> {
  const page = await product.open(context, path);
  await rows(page).first().waitFor();
  return page;
}

test('a visitor is led to the landing page, signs in, and comes home', async () => {
  const page = await product.open(await product.openBrowser('visitor'), '/home');
  await page.getByRole('link', { name: '立即登录' }).click();
  await page.getByLabel('账号').fill('investor');
  await page.getByLabel('密码', { exact: true }).fill(SAMPLE_PASSWORD);
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await page.waitForURL('**/#/home');
  await page.getByRole('heading', { name: /示例投资人/ }).waitFor();
  expect(await page.title()).toBe('鲸图');
  await page.getByRole('heading', { name: '最新交易事件' }).waitFor();
  await page.getByRole('heading', { name: '最新资讯' }).waitFor();
});

test.each([
  ['/data/InsightCompany', '企业'],
  ['/data/institution', '机构'],
  ['/data/transaction', '交易事件'],
  ['/data/news', '资讯'],
  ['/data/InsightFund', '基金'],
  ['/data/InsightFundManager', '基金管理人'],
  ['/data/InsightIndustryLabel', '行业赛道'],
  ['/data/InsightIndustrial', '产业名录'],
])('the list at %s shows rows', async (path, title) => {
  const page = await openList(path);
  expect(await rows(page).count()).toBeGreaterThan(5);
  expect(await page.title()).toBe(`${title} - 鲸图`);
  await page.close();
});

describe('a list', () => {
  test('keeps filter and order of its URL over a reload', async () => {
    const page = await openList(
      "/data/InsightCompany?f=['latestRound','in',['round-a']]&s=name.asc".replace('round-a', await roundValue('A轮')),
    );
    const names = () => rows(page).getByRole('link').first().textContent();
    const before = await names();
    expect(await column(page, '企业简称').getAttribute('aria-sort')).toBe('ascending');
    await page.reload();
    await rows(page).first().waitFor();
    expect(await names()).toBe(before);
    await page.getByText('最新轮次：A轮').waitFor();
    const rounds = await rows(page).getByText('A轮', { exact: true }).count();
    expect(rounds).toBe(await rows(page).count());
    await page.close();
  });

  test('is filtered in a few presses, and the URL says by what', async () => {
    const page = await openList('/data/InsightCompany');
    await page.getByRole('group', { name: '筛选' }).getByRole('button', { name: '成立时间' }).click();
    const editor = page.getByRole('dialog', { name: '成立时间筛选' });
    await editor.getByRole('button', { name: '今年' }).click();
    await page.getByRole('button', { name: '移除筛选：成立时间' }).waitFor();
    expect(decodeURIComponent(page.url())).toContain("f=['foundedOn','thisYear']");
    await page.close();
  });

  test('brings further rows as it is scrolled, and draws few of them', async () => {
    const page = await openList('/data/transaction');
    await page.getByRole('grid').focus();
    await page.keyboard.press('ArrowDown');
    for (let press = 0; press < 8; press += 1) await page.keyboard.press('PageDown');
    await page.waitForFunction(() =>
      [...document.querySelectorAll('[data-row]')].some((row) => Number(row.getAttribute('aria-rowindex')) > 60),
    );
    expect(await rows(page).count()).toBeLessThan(60);
    await page.close();
  });

  test('opens the detail page of a record in a new tab', async () => {
    const page = await openList('/data/InsightCompany');
    const name = (await firstName(page).textContent()) ?? '';
    const [detail] = await Promise.all([staff.waitForEvent('page'), firstName(page).click()]);
    await detail.getByRole('heading', { level: 1, name }).waitFor();
    expect(await detail.title()).toBe(`${name} - 鲸图`);
    await detail.getByRole('region', { name: '融资历程' }).scrollIntoViewIfNeeded();
    await detail.getByRole('region', { name: '融资历程' }).getByRole('link').first().waitFor();
    expect(page.url()).toContain('/data/InsightCompany');
    await detail.close();
    await page.close();
  });
});

test('a field that staff add is seen on an open list in another page, which does not reload', async () => {
  const reader = await product.openBrowser('investor');
  const page = await openList('/data/InsightFund', reader);
  await page.evaluate(() => document.body.setAttribute('data-loaded-once', ''));
  const { data } = (await (await staff.request.get(`${product.address}/api/metadata/object/InsightFund`)).json()) as {
    data: { version: number };
  };
  const field = { apiName: 'esgGrade', type: 'text', label: 'ESG评级' };
  const saved = await staff.request.post(`${product.address}/api/metadata/field/save`, {
    data: {
      objectApiName: 'InsightFund',
      baseVersion: data.version,
      field,
      show: { column: true, filter: true, detail: true, form: true },
    },
    headers: { origin: product.address },
  });
  expect([saved.status(), await saved.text()]).toEqual([200, expect.any(String)]);
  await column(page, 'ESG评级').waitFor({ state: 'attached' });
  expect(await page.locator('body[data-loaded-once]').count()).toBe(1);
  await reader.close();
});

test('a person without VIP is informed of it where VIP is needed', async () => {
  const founder = await product.openBrowser('founder');
  const list = await openList('/data/institution', founder);
  const [detail] = await Promise.all([founder.waitForEvent('page'), firstName(list).click()]);
  const dialog = detail.getByRole('dialog', { name: 'SVIP专享内容' });
  await dialog.waitFor();
  expect(await dialog.textContent()).toContain('SVIP');
  await detail.getByRole('button', { name: '暂不开通' }).click();
  await founder.close();
});

test('a visitor reads news, for which no user needs to sign in', async () => {
  const visitor = await product.openBrowser('visitor');
  const page = await product.open(visitor, '/news/InsightNews/details/1');
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await page.title()).toMatch(/^.{4,} - 鲸图$/);
  expect(page.url()).toContain('/news/InsightNews/details/1');
  await visitor.close();
});

test.each(['/nowhere', '/data/nothing', '/insight/InsightCompany/999999999', '/insight/constructor/1'])(
  '%s says that there is nothing',
  async (path) => {
    const page = await product.open(staff, path);
    const words = page.getByText(/页面不存在|记录不存在或已删除/).first();
    await words.waitFor();
    expect(await words.isVisible()).toBe(true);
    await page.close();
  },
);

test.each([
  ['home', '/home'],
  ['a list', '/data/InsightCompany'],
  ['a detail page', '/insight/InsightCompany/1'],
  ['a form', '/form/FinancingRequest'],
  ['a page that is not there', '/nowhere'],
  ['search', '/search/result?wd=%E7%A7%91%E6%8A%80'],
  ['the desk of corrections', '/staff/corrections'],
  ['login', '/login'],
])('%s has no accessibility fault that axe can find, wide or narrow, and never scrolls sideways', async (_, path) => {
  for (const width of [1440, 360]) {
    const context = await product.openBrowser(path === '/login' ? 'visitor' : 'staff', width);
    const page = await product.open(context, path);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.waitForLoadState('networkidle');
    expect([width, await axeFaults(page)]).toEqual([width, []]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    await context.close();
  }
});

test('no script is refused by the Content-Security-Policy, and no style', async () => {
  const context = await product.openBrowser('staff');
  const page = await context.newPage();
  const refused: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy/i.test(message.text())) refused.push(message.text());
  });
  for (const path of ['/home', '/data/InsightCompany', '/insight/InsightCompany/1', '/form/InsightCompany']) {
    await page.goto(`${product.address}/#${path}`);
    await page.waitForLoadState('networkidle');
  }
  expect(refused).toEqual([]);
  await context.close();
});

/** The stored value of a financing round. */
async function roundValue(label: string): Promise<string> {
  const reply = await staff.request.get(`${product.address}/api/stage/list`);
  const { data } = (await reply.json()) as { data: { value: string; label: string }[] };
  return data.find((option) => option.label === label)?.value ?? '';
}
