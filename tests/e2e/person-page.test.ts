import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFaults } from '#tests/support/browser/axe-faults.ts';
import { startRunningApp, type RunningApp } from '#tests/support/app/running-app.ts';

let product: RunningApp;
beforeAll(async () => {
  product = await startRunningApp();
});
afterAll(() => product.close());

const tooWide = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth).then((over) => Math.max(0, over));
const said = (page: Page) => page.locator('#content').innerText();

test('a user chooses what the own page shows and opens it; others read that, at both widths, until it is closed', async () => {
  const founder = await product.openBrowser('founder');
  const own = await product.open(founder, '/personalCenter?page=profile');
  await own.getByRole('link', { name: '我的主页' }).click();
  await own.getByRole('button', { name: '选择展示内容' }).click();
  const dialog = own.getByRole('dialog');
  for (const part of ['身份', '代表的企业与职务']) await dialog.getByRole('button', { name: `${part}：是` }).click();
  expect(await axeFaults(own)).toEqual([]);
  await dialog.getByRole('button', { name: '保存' }).click();
  await own.getByText('已保存，下方就是他人看到的样子').waitFor();
  await own.getByRole('button', { name: '公开主页' }).click();
  await own.getByRole('dialog').getByRole('button', { name: '公开' }).click();
  const link = own.getByRole('link', { name: '打开公开页' });
  const address = (await link.getAttribute('href'))?.replace(/^.*#/, '') ?? '';
  expect(address).toMatch(/^\/insight\/PersonPage\/\d+$/);
  for (const width of [1440, 390]) {
    const investor = await product.openBrowser('investor', width);
    const page = await product.open(investor, address);
    await page.getByRole('heading', { name: '示例创业者', level: 1 }).waitFor();
    await page.getByText('创业者', { exact: true }).first().waitFor();
    expect([await axeFaults(page), await tooWide(page)]).toEqual([[], 0]);
    expect(await said(page)).not.toContain('展示设置');
    await investor.close();
  }
  await own.getByRole('button', { name: '关闭主页' }).click();
  await own.getByRole('dialog').getByRole('button', { name: '关闭', exact: true }).last().click();
  await own.getByRole('button', { name: '公开主页' }).waitFor();
  const investor = await product.openBrowser('investor');
  const page = await product.open(investor, address);
  await page.getByText('不存在').first().waitFor();
  expect(await said(page)).not.toContain('示例创业者');
});
