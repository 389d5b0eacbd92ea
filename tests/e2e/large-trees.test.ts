import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEEP, LARGE_FIELD, LARGE_TREE } from '#tests/support/metadata/large-tree.ts';
import { startRunningApp, type RunningApp } from '#tests/support/app/running-app.ts';

const COMPANY = '/form/InsightCompany/1';
const WAY = DEEP.path.join(' / ');
let product: RunningApp;
let staff: BrowserContext;

async function post(path: string, data: object): Promise<void> {
  const reply = await staff.request.post(`${product.address}${path}`, { data, headers: { origin: product.address } });
  expect(await reply.json()).toMatchObject({ code: 0 });
}

beforeAll(async () => {
  product = await startRunningApp();
  staff = await product.openBrowser('staff');
  await post('/api/metadata/selectOption/save', { baseVersion: 0, optionSet: LARGE_TREE });
  const now = await staff.request.get(`${product.address}/api/metadata/object/InsightCompany`);
  const { data } = (await now.json()) as { data: { version: number } };
  await post('/api/metadata/field/save', {
    objectApiName: 'InsightCompany',
    baseVersion: data.version,
    field: LARGE_FIELD,
  });
});
afterAll(() => product.close());

/** All that a page was answered of the tree, as text. */
function heardOf(page: Page): string[] {
  const heard: string[] = [];
  page.on('response', (response) => {
    if (!response.url().includes('/api/')) return;
    void response.text().then(
      (text) => heard.push(text),
      () => undefined,
    );
  });
  return heard;
}
const chooser = (page: Page) => page.getByRole('combobox', { name: LARGE_FIELD.label });
const option = (page: Page, name: string) => page.getByRole('option', { name, exact: true });

/** Brings a field to the screen: those far below are drawn when they come near. */
async function scrollTo(page: Page): Promise<void> {
  await page
    .getByLabel(/^企业简称/)
    .first()
    .waitFor();
  const { width = 0 } = page.viewportSize() ?? {};
  await page.mouse.move(width / 2, 500);
  const drawn = async () => {
    await page.mouse.wheel(0, 20_000);
    return chooser(page).isVisible();
  };
  await expect.poll(drawn).toBe(true);
}

describe('A tree of thousands of options', () => {
  test('opens level by level by the keyboard, and what is chosen shows the way to it', async () => {
    const page = await staff.newPage();
    const heard = heardOf(page);
    await page.goto(`${product.address}/#${COMPANY}`);
    await scrollTo(page);
    await chooser(page).focus();
    await page.keyboard.press('Enter');
    await option(page, '医疗器械').waitFor();
    expect(heard.join('')).not.toContain('医疗器械大类');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    for (const label of DEEP.path.slice(1)) {
      await option(page, label).waitFor();
      await page.keyboard.press('ArrowRight');
      // The first of the level has the focus; the wanted one is further down.
      while ((await page.evaluate(() => document.activeElement?.textContent)) !== label)
        await page.keyboard.press('ArrowDown');
    }
    await page.keyboard.press('Enter');
    await expect.poll(() => chooser(page).textContent()).toBe(WAY);
    // Of the seven other roots no more than their names came.
    expect(heard.join('')).not.toContain('新能源大类');
    await page.getByRole('button', { name: '保存', exact: true }).click();
    await page.getByText('保存成功').first().waitFor();
    await page.close();
  });

  test('is searched on the server by pinyin, and a saved choice shows its labels again', async () => {
    const page = await product.open(staff, COMPANY);
    await scrollTo(page);
    await expect.poll(() => chooser(page).textContent()).toBe(WAY);
    await chooser(page).click();
    await page.getByRole('textbox', { name: `搜索${LARGE_FIELD.label}` }).fill('zhiyejiaoyu');
    await option(page, '职业教育').waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => chooser(page).textContent()).toBe('职业教育');
  });

  test('filters a list: branches unfold as they are opened, with how many records are below each', async () => {
    const page = await staff.newPage();
    const heard = heardOf(page);
    await page.goto(`${product.address}/#/data/InsightCompany`);
    await page.getByRole('button', { name: LARGE_FIELD.label }).first().click();
    const item = (name: string) => page.getByRole('treeitem', { name: new RegExp(`^${name}`) });
    await item('医疗器械').waitFor();
    expect(heard.join('')).not.toContain('医疗器械大类');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    await item('医疗器械门类2-3').click();
    await page.getByText(`${DEEP.path[1]}（含细分）`).first().waitFor();
    await page.getByText('共 1 家').first().waitFor();
    expect(heard.join('')).not.toContain('新能源大类');
    await page.close();
  });

  test.each([1440, 390])('fits a screen %i px wide', async (width) => {
    const person = await product.openBrowser('staff', width);
    const page = await product.open(person, COMPANY);
    await scrollTo(page);
    await chooser(page).click();
    for (const label of DEEP.path.slice(0, 4)) await option(page, label).click();
    await option(page, DEEP.path[4]).scrollIntoViewIfNeeded();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  });
});
