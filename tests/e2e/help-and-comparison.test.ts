import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { axeFaults } from '#tests/support/browser/axe-faults.ts';
import { startRunningApp, type RunningApp } from '#tests/support/app/running-app.ts';

let product: RunningApp;
beforeAll(async () => {
  product = await startRunningApp();
});
afterAll(() => product.close());

describe('the help center', () => {
  test('leads a visitor on a phone from a word to an article and its next one, and hears whether it was useful', async () => {
    const page = await product.open(await product.openBrowser('visitor', 390), '/helpCenter');
    await page.getByLabel('搜索帮助').fill('换手机号');
    await page.getByText('找到').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: '怎样更换手机号或修改密码' }).waitFor();
    await page.getByRole('button', { name: '有用', exact: true }).click();
    await page.getByText('感谢您的反馈').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await page.getByRole('link', { name: /^下一篇/ }).click();
    await page.getByRole('heading', { level: 1, name: '怎样查看和退出登录设备' }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: '怎样更换手机号或修改密码' }).waitFor();
  });

  test('is where the customer service and a page that is not there lead', async () => {
    const page = await product.open(await product.openBrowser('member'), '/nowhere');
    await page.getByRole('navigation', { name: '相关帮助' }).getByRole('link').first().waitFor();
    await page.getByRole('button', { name: '联系客服' }).click();
    await page.getByRole('dialog').getByRole('link', { name: '帮助中心' }).click();
    await page.getByRole('heading', { level: 1, name: '帮助中心' }).waitFor();
    expect(new URL(page.url()).hash).toBe('#/helpCenter');
  });
});

describe('a comparison', () => {
  test('begins with the rows picked in a list, and its address is all that another user needs', async () => {
    const page = await product.open(await product.openBrowser('svip'), '/data/InsightCompany');
    const boxes = page.locator('[role=row] input[type=checkbox]');
    for (const at of [1, 2]) await boxes.nth(at).click();
    await page.getByRole('button', { name: '对比（2）' }).click();
    const table = page.getByRole('table', { name: '企业对比' });
    await table.waitFor();
    const names = await table.locator('thead a').allTextContents();
    expect(names).toHaveLength(2);
    expect(await axeFaults(page)).toEqual([]);
    const address = new URL(page.url()).hash.slice(1);
    const other = await product.open(await product.openBrowser('investor', 390), address);
    await other.getByRole('table', { name: '企业对比' }).waitFor();
    expect(await other.locator('.compare-table thead a').allTextContents()).toEqual(names);
    await other.getByLabel(/^只看不同/).check();
    await other.getByRole('button', { name: `移除${names[0]}` }).click();
    await other.getByText('再添加一条记录').waitFor();
    await other.goBack();
    await other.getByRole('button', { name: `移除${names[0]}` }).waitFor();
  });
});
