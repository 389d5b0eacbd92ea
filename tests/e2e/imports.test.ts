import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seriousFaults } from '#tests/support/browser/axe-faults.ts';
import { startRunningApp, type RunningApp } from '#tests/support/app/running-app.ts';

const LINES = ['编号,企业简称,成立时间,注册资本（万元）,运营状态,备注'];
for (let row = 1; row <= 400; row += 1)
  LINES.push(`E-${row},导入企业${row},${row % 50 === 0 ? '不详' : '2019-05-01'},${row}.5,运营中,第${row}行`);

let product: RunningApp;
let staff: BrowserContext;
let folder: string;
beforeAll(async () => {
  product = await startRunningApp();
  staff = await product.openBrowser('staff');
  folder = mkdtempSync(path.join(tmpdir(), 'jingtu-import-e2e-'));
});
afterAll(async () => {
  await product.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Moves focus with Tab until an element has it, as a person without a mouse does. */
async function tabTo(page: Page, name: string): Promise<void> {
  const wanted = page.getByRole('button', { name, exact: true });
  await wanted.waitFor();
  for (let step = 0; step < 200; step += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${name}`);
}

async function press(page: Page, name: string): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press('Enter');
}

const shot = async (page: Page, name: string): Promise<void> => {
  const to = process.env['SCREENSHOTS'];
  if (to !== undefined) await page.screenshot({ path: path.join(to, `${name}.png`), fullPage: true });
};

test('a file is uploaded, mapped, tried, brought in and taken back by keyboard alone', async () => {
  const file = path.join(folder, '企业名单.csv');
  writeFileSync(file, LINES.join('\r\n'));
  const page = await product.open(staff, '/staff/import?object=InsightCompany');
  const chooser = page.waitForEvent('filechooser');
  await press(page, '选择文件');
  expect(await page.getByLabel('导入到').inputValue()).toBe('InsightCompany');
  await (await chooser).setFiles(file);
  await page.getByRole('heading', { name: '企业名单.csv' }).waitFor();
  await page.getByRole('heading', { name: '2 字段对应' }).waitFor();
  expect(await page.getByLabel('“企业简称”对应的字段').inputValue()).toBe('name');
  expect(await page.getByLabel('“注册资本（万元）”对应的字段').inputValue()).toBe('registeredCapital');
  expect(await page.getByRole('checkbox', { name: '唯一标识：编号' }).isChecked()).toBe(true);
  await page.getByRole('button', { name: '“备注”的设置' }).waitFor();
  await shot(page, 'import-draft');
  expect(await seriousFaults(page)).toEqual([]);

  await press(page, '“注册资本（万元）”的设置');
  expect(await page.getByLabel('数字单位').inputValue()).toBe('10000');
  await press(page, '试运行');
  await page.getByRole('heading', { name: /^试运行结果/ }).waitFor();
  await page.getByText('注册资本').first().waitFor();
  await shot(page, 'import-checked');
  expect(await seriousFaults(page)).toEqual([]);
  await press(page, '开始导入');
  await page.getByRole('heading', { name: '导入结果' }).waitFor();
  await page.getByText('已导入', { exact: true }).waitFor();
  await shot(page, 'import-done');

  const list = await product.open(staff, '/staff/import');
  await list.getByRole('link', { name: '企业名单.csv', exact: true }).waitFor();
  await shot(list, 'imports');
  expect(await seriousFaults(list)).toEqual([]);

  await press(page, '撤销整次导入…');
  await press(page, '确定撤销');
  await page.getByText('删除了新增的 400 条').waitFor();
  await shot(page, 'import-undone');
});

test('on a phone the pages fit the screen, and a file that is none is refused by name', async () => {
  const phone = await product.openBrowser('staff', 390);
  const page = await product.open(phone, '/staff/import');
  await page.getByRole('button', { name: '选择文件' }).waitFor();
  const wrong = path.join(folder, '报告.csv');
  writeFileSync(wrong, '%PDF-1.7 not rows');
  await page.getByLabel('要导入的文件').setInputFiles(wrong);
  await page.getByText('“报告.csv”的内容是PDF 文件').waitFor();
  await shot(page, 'imports-phone');
  const right = path.join(folder, 'phone.csv');
  writeFileSync(right, LINES.slice(0, 30).join('\n'));
  await page.getByLabel('要导入的文件').setInputFiles(right);
  await page.getByRole('heading', { name: '2 字段对应' }).waitFor();
  await shot(page, 'import-phone');
  const wide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
  expect(wide).toBe(false);
  expect(await seriousFaults(page)).toEqual([]);
});

test('those who are not staff find no import', async () => {
  const investor = await product.openBrowser('investor');
  const page = await product.open(investor, '/staff/import');
  await page.getByText('没有访问权限').waitFor();
  expect(await page.getByRole('button', { name: '选择文件' }).count()).toBe(0);
});
