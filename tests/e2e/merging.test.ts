import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seriousFaults } from '#tests/support/browser/axe-faults.ts';
import { startRunningApp, type RunningApp } from '#tests/support/app/running-app.ts';

let product: RunningApp;
let staff: BrowserContext;
beforeAll(async () => {
  product = await startRunningApp();
  staff = await product.openBrowser('staff');
});
afterAll(() => product.close());

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

describe('staff', () => {
  test('merge two records side by side, are led from the old address to the record, and undo it', async () => {
    const page = await product.open(staff, '/insight/InsightOrg/2');
    const name = await page.getByRole('heading', { level: 1 }).innerText();
    const other = await product.open(staff, '/insight/InsightOrg/1');
    const kept = await other.getByRole('heading', { level: 1 }).innerText();
    await other.close();
    await page.getByRole('link', { name: '合并', exact: true }).click();
    const chooser = page.getByRole('combobox', { name: '另一条记录' });
    await chooser.click();
    await chooser.fill(kept);
    await page.getByRole('option', { name: kept, exact: true }).first().click();
    await page.getByRole('heading', { name: '选择内容' }).waitFor();
    await page
      .getByText(/^默认选择：/)
      .first()
      .waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await button(page, '合并').click();
    await page.getByRole('textbox', { name: /原因/ }).fill('同一家机构');
    await button(page, '确认合并').click();
    await page.getByRole('heading', { name: '已合并' }).waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    const old = await product.open(staff, '/insight/InsightOrg/2');
    await old.getByRole('heading', { level: 1, name: kept }).waitFor();
    await old.waitForURL(/InsightOrg\/1$/);
    await old.close();
    await page.getByRole('link', { name: '查看或撤销这次合并' }).click();
    await button(page, '撤销合并').click();
    await page.getByRole('textbox', { name: /原因/ }).fill('两家不同的机构');
    await page.getByRole('dialog').getByRole('button', { name: '撤销合并' }).click();
    await page.getByText('已撤销', { exact: true }).first().waitFor();
    const back = await product.open(staff, '/insight/InsightOrg/2');
    await back.getByRole('heading', { level: 1, name }).waitFor();
  });
});
