import { readFileSync } from 'node:fs';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seriousFaults } from '#tests/support/browser/axe-faults.ts';
import { startRunningApp, type RunningApp } from '#tests/support/app/running-app.ts';

let product: RunningApp;
let staff: BrowserContext;
let investor: BrowserContext;
beforeAll(async () => {
  product = await startRunningApp();
  staff = await product.openBrowser('staff');
  investor = await product.openBrowser('investor');
});
afterAll(() => product.close());

const rows = (page: Page) => page.locator('[role=row][data-row]');
const address = (page: Page) => decodeURIComponent(page.url());
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

async function openList(path: string, context = investor): Promise<Page> {
  const page = await product.open(context, path);
  await rows(page).first().waitFor();
  return page;
}

describe('saved views', () => {
  test('a list is kept, shared by link, opened by another user, and is the default next time', async () => {
    const page = await openList("/data/InsightCompany?f=['foundedOn','notEmpty']&s=foundedOn.desc");
    await button(page, '视图：全部记录').click();
    await button(page, '另存为…').click();
    await page.getByLabel('视图名称').fill('按成立时间');
    await page.getByRole('radio', { name: /知道链接的人/ }).check();
    await page.keyboard.press('Enter');
    await button(page, '视图：按成立时间').waitFor();
    expect(address(page)).toMatch(/\?f=\['foundedOn','notEmpty'\]&s=foundedOn\.desc&v=\d{18}$/);
    const id = /v=(\d+)$/.exec(page.url())?.[1] ?? '';

    const other = await openList(`/data/InsightCompany?v=${id}`, staff);
    await button(other, '视图：按成立时间').waitFor();
    expect(address(other)).toContain("f=['foundedOn','notEmpty']&s=foundedOn.desc");
    await other.getByRole('columnheader', { name: '企业简称' }).getByText('企业简称').click();
    await other.getByText('已修改').waitFor();
    await other.close();

    await button(page, '视图：按成立时间').click();
    await button(page, '视图“按成立时间”的操作').click();
    await page.getByRole('menuitem', { name: '设为默认' }).click();
    await page.getByText('打开列表时将显示“按成立时间”').waitFor();
    const again = await openList('/data/InsightCompany');
    await button(again, '视图：按成立时间').waitFor();
    await button(again, '清除全部').click();
    await again.waitForFunction(() => !window.location.hash.includes('f='));
    await again.getByText('已修改').waitFor();
    await again.close();
    await page.close();
  });
});

describe('the filter panel', () => {
  test('filters by groups in groups, by keyboard', async () => {
    const page = await openList('/data/InsightCompany');
    await button(page, '更多筛选').focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: '筛选企业' });
    await dialog.getByRole('group', { name: '条件 1', exact: true }).getByLabel('字段').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('option', { name: '企业简称', exact: true }).press('Enter');
    await dialog.getByRole('group', { name: '条件 1', exact: true }).getByRole('textbox').fill('科技');
    await dialog.getByRole('button', { name: '条件 1取反' }).press('Enter');
    await dialog.getByRole('button', { name: '添加条件组' }).press('Enter');
    const inner = dialog.getByRole('group', { name: '条件 2.1', exact: true });
    await inner.waitFor();
    await dialog.getByRole('button', { name: '删除条件 2.1' }).press('Enter');
    await dialog.getByText('这一组没有条件，应用时忽略。').waitFor();
    await page.keyboard.press('Control+Enter');
    await dialog.waitFor({ state: 'hidden' });
    await expect.poll(() => address(page)).toContain("f=['NOT',['name','contains','科技']]");
    // The rows of before are until the others have come.
    const left = () => rows(page).getByRole('link').filter({ hasText: '科技' }).count();
    await expect.poll(left).toBe(0);
    await rows(page).first().waitFor();
    expect(await left()).toBe(0);
    await page.close();
  });
});

describe('totals and export', () => {
  test('totals are of all that match, and of the rows picked while some are', async () => {
    const page = await openList('/data/InsightCompany?t=1');
    const total = page.getByRole('button', { name: /合计 / }).first();
    await total.waitFor();
    const all = await total.textContent();
    await rows(page).first().getByRole('checkbox').click();
    await page.getByRole('region', { name: '已选记录' }).getByText('已选 1 家').waitFor();
    await page.getByText('已选合计').waitFor();
    await button(page, '取消选择').click();
    await page.getByText('已选合计').waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: /合计 / }).first().waitFor();
    expect(await page.getByRole('button', { name: /合计 / }).first().textContent()).toBe(all);
    await page.close();
  });

  test('all that match are exported to a file of the browser’s', async () => {
    const page = await openList("/data/InsightCompany?f=['name','contains','科技']");
    await button(page, '导出').click();
    const dialog = page.getByRole('dialog', { name: '导出企业' });
    await dialog.getByRole('radio', { name: /CSV/ }).check();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: '开始导出' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/企业.*\.csv$/);
    const text = readFileSync(await download.path(), 'utf8');
    await dialog.getByText(/导出完成，共 [\d,]+ 家/).waitFor();
    const shown = /共 ([\d,]+) 家/.exec((await dialog.textContent()) ?? '')?.[1]?.replaceAll(',', '');
    expect(Number(shown)).toBeGreaterThan(1);
    expect(text.trim().split(/\r?\n/).length - 1).toBe(Number(shown));
    expect(text).toContain('企业简称');
    await page.close();
  });
});

describe.each([1440, 390])('at %i px', (width) => {
  test('the tools fit, and assistive technology has nothing serious to say', async () => {
    const context = await product.openBrowser('staff', width);
    const page = await openList(
      "/data/InsightCompany?t=1&f=['AND',['name','notEmpty'],['OR',['name','contains','科'],['name','contains','技']]]",
      context,
    );
    await page.getByRole('button', { name: /合计 / }).first().waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    expect(await seriousFaults(page)).toEqual([]);
    await button(page, /^视图：/).click();
    await page.getByRole('dialog', { name: '视图' }).getByText('默认布局，不加筛选').waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    if (width < 900) {
      await page.getByRole('button', { name: /^筛选（/ }).click();
      await page.getByRole('dialog', { name: '筛选', exact: true }).getByText('所属行业').waitFor();
    }
    expect(await seriousFaults(page)).toEqual([]);
    await button(page, '更多筛选').click();
    await page
      .getByRole('dialog', { name: '筛选企业' })
      .getByRole('group', { name: '条件 2.2', exact: true })
      .waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    if (width < 900) {
      await page.getByRole('button', { name: '更多', exact: true }).click();
      await page.getByRole('menuitem', { name: '选择列…' }).click();
    } else await page.getByRole('button', { name: '列', exact: true }).click();
    await page.getByRole('dialog', { name: '选择列' }).getByRole('checkbox').first().waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await context.close();
  });
});
