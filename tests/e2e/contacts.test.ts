import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startRunningApp } from '#tests/support/app/running-app.ts';

let app: RunningApp;
let investor: BrowserContext;

beforeAll(async () => {
  app = await startRunningApp();
  investor = await app.openBrowser('investor');
});
afterAll(() => app.close());

/** Companies of the sample data that a user can be contacted at: the founder's first, staff named the others. */
const COMPANIES = ['1', '3', '4', '5'];
const openCompany = (context: BrowserContext, id: string): Promise<Page> =>
  app.open(context, `/insight/InsightCompany/${id}`);
const panelOf = (page: Page) => page.getByRole('region', { name: '联系人' });

describe('an investor and the contacts of companies', () => {
  test('sees three free, then pays, and what was bought stays open', async () => {
    // One page goes from company to company: to load the product for each takes longest.
    const page = await openCompany(investor, COMPANIES[0] ?? '');
    const goTo = async (id = '') => page.goto(`${app.address}/#/insight/InsightCompany/${id}`);
    const panel = panelOf(page);
    for (const [index, id] of COMPANIES.slice(0, 3).entries()) {
      await goTo(id);
      await panel.getByText(`今日还可免费查看${3 - index}次`).waitFor();
      await panel.getByRole('button', { name: '查看联系方式' }).click();
      await panel.getByText('微信').waitFor();
    }
    await goTo(COMPANIES[3]);
    await panel.getByRole('button', { name: '60鲸币查看' }).click();
    const dialog = page.getByRole('dialog', { name: '您今日的免费查看次数已用完' });
    await dialog.getByText('当前余额120鲸币').waitFor();
    await dialog.getByRole('button', { name: '取消' }).click();
    await dialog.waitFor({ state: 'detached' });
    await panel.getByRole('button', { name: '60鲸币查看' }).click();
    await dialog.getByRole('button', { name: '60鲸币查看' }).click();
    await page.getByText('兑换成功').waitFor();
    const bought = await panel.getByRole('definition').allTextContents();
    await page.reload();
    await panel.getByText('您已查看过，可再次免费查看').waitFor();
    await panel.getByRole('button', { name: '查看联系方式' }).click();
    await panel.getByText('微信').waitFor();
    expect(await panel.getByRole('definition').allTextContents()).toEqual(bought);
    const balance = await investor.request.get(`${app.address}/api/user/balance`);
    expect(await balance.json()).toMatchObject({ data: { balance: 60 } });
    await page.close();
  });

  test('is seen by the owner of the contact, who may hide it at once', async () => {
    const founder = await app.openBrowser('founder', 390);
    const viewers = await app.open(founder, '/contacts/viewers');
    const first = viewers.getByRole('list', { name: '看过我的人' }).getByRole('listitem').first();
    await first.getByText('示例投资人').waitFor();
    expect(await first.textContent()).toContain('看到了您的手机、微信、邮箱');
    expect(await viewers.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    const settings = await app.open(founder, '/contacts/settings');
    for (const name of ['公开手机', '公开微信']) {
      await settings.getByRole('switch', { name }).click();
      await settings.getByText('已隐藏，立即生效').waitFor();
    }
    const page = await openCompany(investor, COMPANIES[0] ?? '');
    await panelOf(page).getByText('对方未公开联系方式').waitFor();
    // Nothing can be seen, but he can be written to: before phone and WeChat are exchanged it is said that his are hidden.
    expect(await panelOf(page).getByRole('button').allTextContents()).toEqual(['私信', '加入跟进']);
    await founder.close();
  });
});
