import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEFAULT_LIST_STATE } from '#shared/lists/list-state.ts';
import { encodeListState } from '#shared/lists/list-address.ts';
import { axeFaults, seriousFaults } from '#tests/support/browser/axe-faults.ts';
import { startRunningApp, type RunningApp } from '#tests/support/app/running-app.ts';

let product: RunningApp;
let staff: BrowserContext;
beforeAll(async () => {
  product = await startRunningApp();
  staff = await product.openBrowser('staff');
});
afterAll(() => product.close());

const EDITOR = '/staff/metadata/InsightCompany';
const panel = (page: Page) => page.locator('.meta-panel');

/** Fills the panel of a new field and puts it into the draft. */
async function addField(page: Page, label: string, type?: string): Promise<void> {
  await page.getByRole('button', { name: '添加字段' }).click();
  if (type !== undefined) {
    await panel(page).getByLabel('类型').click();
    await page.getByRole('option', { name: type, exact: true }).click();
  }
  await panel(page).getByRole('textbox', { name: '名称' }).fill(label);
  // The name is made from the label.
  await expect.poll(() => panel(page).getByRole('textbox', { name: '字段标识' }).inputValue()).not.toBe('');
  await panel(page).getByRole('button', { name: '添加到草稿' }).click();
  await panel(page)
    .getByRole('heading', { name: `字段：${label}` })
    .waitFor();
}

/** Reviews the draft and saves it. */
async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await page.getByRole('button', { name: '确认保存' }).click();
  await page.getByText(/已保存版本 \d+/).waitFor();
}

test('a field that staff add shows in an open list and form at once, and goes again with a word when it is hidden', async () => {
  const list = await product.open(staff, '/data/InsightCompany');
  await list.getByRole('columnheader').first().waitFor();
  const form = await product.open(staff, '/form/InsightCompany');
  await form.getByLabel(/^企业简称/).fill('写到一半');

  const page = await product.open(staff, EDITOR);
  await addField(page, '企业口号');
  await addField(page, '员工评分', '整数');
  await addField(page, '是否样板', '是否');
  await save(page);
  await list.getByRole('columnheader', { name: '企业口号' }).waitFor({ state: 'attached' });
  expect(await form.getByLabel(/^企业简称/).inputValue()).toBe('写到一半');

  const filter = { field: 'qiYeKouHao', op: 'contains', value: '新' } as const;
  const filtered = await product.open(
    staff,
    `/data/InsightCompany${encodeListState({ ...DEFAULT_LIST_STATE, filter })}`,
  );
  await filtered.getByRole('button', { name: /移除筛选：企业口号/ }).waitFor();
  // Rows far down are drawn once they are looked for.
  await page.getByRole('searchbox', { name: '搜索字段' }).fill('企业口号');
  await page.getByRole('button', { name: '更多操作 企业口号' }).click();
  await page.getByRole('menuitem', { name: /停用/ }).click();
  await save(page);
  await filtered.getByText('字段“企业口号”已不存在，相关筛选条件已移除').waitFor();
  expect(await list.getByRole('columnheader', { name: '企业口号' }).count()).toBe(0);
  expect(await form.getByLabel(/^企业简称/).inputValue()).toBe('写到一半');
});

test('of two staff who change one object the second is informed before and at saving, and both changes can be brought together', async () => {
  const first = await product.open(staff, '/staff/metadata/InsightFund');
  const other = await product.openBrowser('staff');
  const second = await product.open(other, '/staff/metadata/InsightFund');
  await first.getByRole('row').nth(3).getByRole('rowheader').getByRole('button').click();
  await second.getByRole('row').nth(4).getByRole('rowheader').getByRole('button').click();
  const help = (page: Page) => panel(page).getByRole('textbox', { name: '帮助说明' });
  await help(second).fill('第二个人的说明');
  await help(first).fill('第一个人的说明');
  await save(first);
  await second.getByRole('alert').filter({ hasText: '已保存版本' }).waitFor();
  expect(await help(second).inputValue()).toBe('第二个人的说明');
  await second.getByRole('button', { name: '把我的修改合并到最新版本' }).click();
  await save(second);
  const reply = await staff.request.get(`${product.address}/api/metadata/object/InsightFund/saved`);
  const text = await reply.text();
  expect(text).toContain('第一个人的说明');
  expect(text).toContain('第二个人的说明');
});

test('labels with emoji, right-to-left text, HTML or 200 characters are text everywhere and break no screen', async () => {
  const odd = `<img src=x onerror=alert(1)>🐳 مرحبا ${'长'.repeat(160)}`;
  const page = await product.open(staff, EDITOR);
  await page.getByRole('button', { name: '一句话简介', exact: true }).click();
  await panel(page).getByRole('textbox', { name: '名称' }).fill(odd);
  await save(page);
  const screens = [
    EDITOR,
    `${EDITOR}?tab=form`,
    '/data/InsightCompany',
    '/insight/InsightCompany/1',
    '/form/InsightCompany',
  ];
  for (const width of [1440, 390]) {
    for (const path of screens) {
      const screen = await product.open(staff, path);
      await screen.setViewportSize({ width, height: 900 });
      const main = screen.getByRole('main');
      await main
        .getByText(/^(?:企业简称|工商与来源)$/)
        .first()
        .waitFor({ state: 'attached' });
      // The renamed field is in the last tab of the page.
      for (const tab of await main.getByRole('tab', { name: '工商与来源' }).all()) await tab.click();
      const box = await screen.evaluate(() => ({
        overflow: document.documentElement.scrollWidth - window.innerWidth,
        images: document.querySelectorAll('img[src="x"]').length,
      }));
      expect({ path, width, ...box }).toEqual({ path, width, overflow: 0, images: 0 });
      await screen.close();
    }
  }
});

test.each([1440, 390])('the buttons of the editor stay in sight on a scrolled page at %i pixels', async (width) => {
  const context = await product.openBrowser('staff', width);
  const page = await product.open(context, `${EDITOR}?tab=detail`);
  const save = page.getByRole('button', { name: '保存', exact: true });
  const undo = page.getByRole('button', { name: '撤销' });
  await page.getByRole('button', { name: '添加关联列表' }).scrollIntoViewIfNeeded();
  expect(await page.getByRole('main').evaluate((main) => main.scrollTop)).toBeGreaterThan(400);
  const seen = [save, undo].map((button) =>
    button.evaluate((element) => {
      const { left, top, width: wide, height } = element.getBoundingClientRect();
      const hit = document.elementFromPoint(left + wide / 2, top + height / 2);
      // A button that cannot be pressed lets the pointer through to what is behind it.
      return element.closest('header')?.contains(hit);
    }),
  );
  expect(await Promise.all(seen)).toEqual([true, true]);
});

test('the editor has no serious accessibility finding on any of its tabs, and others find it closed', async () => {
  const page = await product.open(staff, '/staff/metadata');
  await page.getByRole('link', { name: '企业', exact: true }).last().waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  const found: unknown[] = [];
  for (const tab of ['fields', 'list', 'detail', 'form', 'rules', 'object', 'history']) {
    const screen = await product.open(staff, `${EDITOR}?tab=${tab}`);
    await screen.getByRole('tablist').first().waitFor();
    await screen.waitForLoadState('networkidle');
    found.push(...(await seriousFaults(screen)).map((violation) => [tab, ...violation]));
    await screen.close();
  }
  expect(found).toEqual([]);
  const visitor = await product.openBrowser('founder');
  const closed = await product.open(visitor, EDITOR);
  await closed.getByText('没有访问权限').waitFor();
});

test.each([1440, 390])(
  'axe finds no fault in the options of a list or a tree at %i pixels, nor where none are found or several are pasted',
  async (width) => {
    const context = await product.openBrowser('staff', width);
    const found: unknown[] = [];
    for (const name of ['amountBand', 'industry']) {
      const page = await product.open(context, `/staff/options/${name}`);
      await page.getByRole('table', { name: '选项' }).getByRole('textbox').first().waitFor();
      await page.waitForLoadState('networkidle');
      const look = async (state: string) => found.push(...(await axeFaults(page)).map((fault) => [name, state, fault]));
      await look('options');
      await page
        .getByRole('button', { name: /^更多操作/ })
        .first()
        .click();
      await page.getByRole('menuitem').first().waitFor();
      await look('menu');
      await page.keyboard.press('Escape');
      await page.getByLabel('查找选项').fill('绝无此项');
      await page.getByText('没有符合的选项').waitFor();
      await look('none');
      await page.getByLabel('查找选项').fill('');
      await page.getByRole('button', { name: '停用', exact: false }).first().click();
      await look('retired');
      await page.getByRole('button', { name: '批量粘贴' }).click();
      await page.getByRole('dialog').waitFor();
      await look('paste');
      await page.close();
    }
    expect(found).toEqual([]);
  },
);
