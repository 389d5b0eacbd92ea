import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startRunningApp, type RunningApp } from '#tests/support/app/running-app.ts';

let product: RunningApp;
let staff: BrowserContext;
beforeAll(async () => {
  product = await startRunningApp();
  staff = await product.openBrowser('staff');
});
afterAll(() => product.close());

const save = (page: Page) => page.getByRole('button', { name: '保存', exact: true });

/** Adds a field to companies as product staff do, through the API. */
async function addField(apiName: string, label: string): Promise<void> {
  const current = await staff.request.get(`${product.address}/api/metadata/object/InsightCompany`);
  const { data } = (await current.json()) as { data: { version: number } };
  const reply = await staff.request.post(`${product.address}/api/metadata/field/save`, {
    data: {
      objectApiName: 'InsightCompany',
      baseVersion: data.version,
      field: { apiName, type: 'text', label, maxLength: 9 },
    },
    headers: { origin: product.address },
  });
  expect(await reply.json()).toMatchObject({ code: 0 });
}

test('a company without a name is refused in place; with one it is saved and can be found', async () => {
  const page = await product.open(staff, '/form/InsightCompany');
  await save(page).click();
  await page.getByText('必填').first().waitFor();
  await page.getByLabel(/^企业简称/).fill('手填企业');
  await save(page).click();
  await page
    .getByText(/创建成功/)
    .first()
    .waitFor();
  const list = await product.open(staff, '/data/InsightCompany');
  await list.getByPlaceholder('搜索关键词').fill('手填企业');
  await list.getByRole('link', { name: '手填企业' }).first().waitFor();
  expect(await list.getByRole('link', { name: '手填企业' }).count()).toBe(1);
});

test('a field that staff add while a form is half filled appears in it, and what was typed stays', async () => {
  const page = await product.open(staff, '/form/InsightCompany');
  await page.getByLabel(/^企业简称/).fill('写到一半');
  await addField('slogan', '企业口号');
  // A field far below is drawn when it comes near.
  await page.mouse.move(600, 500);
  const drawn = async () => {
    await page.mouse.wheel(0, 20_000);
    return page.getByRole('textbox', { name: '企业口号' }).isVisible();
  };
  await expect.poll(drawn).toBe(true);
  expect(await page.getByLabel(/^企业简称/).inputValue()).toBe('写到一半');
});

test('a change of the same record by another user in between is reported, and nothing is overwritten in silence', async () => {
  const page = await product.open(staff, '/form/InsightCompany/1');
  const brief = page.getByRole('textbox', { name: '一句话简介' });
  await brief.fill('我改的简介，足够长');
  const now = await staff.request.get(`${product.address}/api/metadata/data/InsightCompany/1`);
  const { data } = (await now.json()) as { data: { record: { version: number } } };
  await staff.request.post(`${product.address}/api/metadata/data/InsightCompany/1`, {
    data: { version: data.record.version, values: { brief: '他人改的简介，足够长' } },
    headers: { origin: product.address },
  });
  await save(page).click();
  await page.getByRole('dialog').getByText('他人改的简介，足够长').first().waitFor();
  // What was typed is still there behind the dialog, and what the other person saved is still saved.
  const typed = page.getByRole('textbox', { name: '一句话简介', includeHidden: true });
  expect(await typed.inputValue()).toBe('我改的简介，足够长');
  const after = await staff.request.get(`${product.address}/api/metadata/data/InsightCompany/1`);
  expect(await after.json()).toMatchObject({ data: { record: { brief: '他人改的简介，足够长' } } });
});
