import type { BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startRunningApp, type RunningApp } from '#tests/support/app/running-app.ts';

let product: RunningApp;
let staff: BrowserContext;
let investor: BrowserContext;
/** Name of a company of the sample. */
let name: string;
let id: string;
beforeAll(async () => {
  product = await startRunningApp();
  [staff, investor] = [await product.openBrowser('staff'), await product.openBrowser('investor')];
  const reply = await staff.request.post(`${product.address}/api/metadata/data/getLayoutAndDataList`, {
    data: { objectApiName: 'InsightCompany', pageSize: 1 },
    headers: { origin: product.address },
  });
  const { data } = (await reply.json()) as { data: { list: { id: string; name: string }[] } };
  [name, id] = [data.list[0]?.name ?? '', data.list[0]?.id ?? ''];
});
afterAll(() => product.close());

test('a company is found from any page by a part of its name, and all results are in groups', async () => {
  const page = await product.open(investor, '/home');
  await page.getByRole('heading', { name: '最新交易事件' }).waitFor();
  await page.keyboard.press('/');
  const part = [...name].slice(-2).join('');
  await page.keyboard.type(part);
  await page.getByRole('option').first().waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/#/search/result?wd=*');
  await page.getByRole('heading', { name: `“${part}”的搜索结果` }).waitFor();
  const group = page.getByRole('region', { name: /^企业/ });
  await group.getByRole('listitem').first().waitFor();
  await group.getByRole('link', { name: '在列表中查看全部' }).click();
  await page.waitForURL('**/#/data/InsightCompany?q=*');
  expect(decodeURIComponent(page.url())).toContain(`q=${part}`);
  await page.close();
});

test('a visitor learns how much there is, and signs in to see it', async () => {
  const page = await product.open(
    await product.openBrowser('visitor'),
    `/search/result?wd=${encodeURIComponent(name)}`,
  );
  const card = page.getByRole('region', { name: /^登录后查看/ });
  await card.getByText(/^企业 [\d,]+ 条$/).waitFor();
  expect(await page.getByRole('link', { name }).count()).toBe(0);
  await card.getByRole('link', { name: '已有账号，登录' }).click();
  await page.waitForURL('**/#/login?redirect=*');
  await page.close();
});

test('an investor corrects a value from its source, staff accept it, and the page shows it', async () => {
  const page = await product.open(investor, `/insight/InsightCompany/${id}`);
  await page.getByRole('heading', { name, level: 1 }).waitFor();
  await page.getByRole('tab', { name: '工商与来源' }).click();
  const field = page.locator('.detail-field').filter({ hasText: '详细地址' }).first();
  const label = (await field.locator('dt').textContent())?.trim() ?? '';
  await field.getByRole('button', { name: /来源与时间/ }).focus();
  await page.keyboard.press('Enter');
  const panel = page.getByRole('dialog', { name: `${label}的来源与时间` });
  await panel.getByText('收录于').waitFor();
  await panel.getByRole('button', { name: '提出纠错' }).click();
  const dialog = page.getByRole('dialog', { name: new RegExp(`纠正“${name}”`) });
  await dialog.getByLabel('正确的值').fill('示例新城大道 1 号');
  await dialog.getByLabel(/理由/).fill('注册地已经迁移');
  await dialog.getByRole('button', { name: '提交纠错' }).click();
  await page.getByText('感谢指正').waitFor();

  const queue = await product.open(staff, '/staff/corrections');
  const row = queue.getByRole('row').filter({ hasText: '注册地已经迁移' });
  await row.getByText('示例新城大道 1 号').waitFor();
  await row.getByRole('button', { name: '操作…' }).click();
  await queue.getByRole('menuitem', { name: '采纳', exact: true }).click();
  await queue.getByRole('dialog').getByRole('button', { name: '采纳', exact: true }).click();
  await row.getByText('已采纳').waitFor();
  const own = await product.open(investor, '/corrections');
  await own.getByRole('row').filter({ hasText: '注册地已经迁移' }).getByText('已采纳').waitFor();
  await page.reload();
  await page.getByRole('tab', { name: '工商与来源' }).click();
  const corrected = page.locator('.detail-field').getByText('示例新城大道 1 号');
  await corrected.waitFor();
  expect(await corrected.isVisible()).toBe(true);
  await page.close();
  await queue.close();
  await own.close();
});
