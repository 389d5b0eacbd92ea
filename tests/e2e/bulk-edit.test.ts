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

const rows = (page: Page) => page.locator('[role=row][data-row]');
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

describe('a bulk edit', () => {
  test('changes the rows picked after a preview, and is undone as a whole', async () => {
    const page = await product.open(staff, '/data/institution');
    await rows(page).first().waitFor();
    for (const index of [0, 1, 2]) {
      await rows(page).nth(index).hover();
      await rows(page).nth(index).getByRole('checkbox').check();
    }
    await button(page, '批量编辑').click();
    await page.getByRole('combobox', { name: '字段' }).click();
    await page.getByRole('option', { name: '机构介绍', exact: true }).click();
    await page.getByRole('textbox', { name: '设为' }).fill('已由运营统一核对。');
    await page.getByRole('textbox', { name: /原因/ }).fill('统一核对口径');
    expect(await seriousFaults(page)).toEqual([]);
    await button(page, '预览').click();
    await page.getByText('将修改 3 条').waitFor();
    await page.getByRole('region', { name: '修改前后' }).getByText('已由运营统一核对。').first().waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await button(page, '开始修改（3 条）').click();
    await page.getByText('完成：已修改 3 条').waitFor();
    await page.getByRole('link', { name: '查看详情与未处理的记录' }).click();
    await page.getByText('已完成').first().waitFor();
    await page.getByRole('button', { name: '撤销', exact: true }).click();
    await page.getByRole('textbox', { name: /原因/ }).fill('改错了字段');
    await page.getByRole('dialog').getByRole('button', { name: '撤销' }).click();
    await page.getByText('已撤销').first().waitFor();
    await page.close();
  });
});

describe('an archived record', () => {
  test('leaves its page with the reason, and is restored from the list of what went', async () => {
    const list = await product.open(staff, '/data/institution');
    const link = rows(list).first().getByRole('link').first();
    const [name, address] = [(await link.textContent()) ?? '', (await link.getAttribute('href')) ?? ''];
    await list.close();
    const page = await product.open(staff, address.replace('#', ''));
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await page.getByRole('button', { name: '归档', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: /原因/ }).fill('已停止运营');
    expect(await seriousFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: '归档' }).click();
    await page.getByText(`“${name}”已归档：已停止运营`).waitFor();
    const gone = await product.open(staff, '/staff/gone-records');
    await rows(gone).first().getByText(name).first().waitFor();
    await rows(gone).first().getByRole('button', { name: '恢复' }).click();
    await gone.getByRole('dialog').getByRole('textbox', { name: /原因/ }).fill('恢复维护');
    await gone.getByRole('dialog').getByRole('button', { name: '恢复' }).click();
    await gone.getByText('已恢复').first().waitFor();
    await page.reload();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await gone.close();
    await page.close();
  });
});
