import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { KeptList } from '#schemas/api/kept-lists.ts';
import type { ListReply } from '#schemas/api/records.ts';
import { encodeListState } from '#shared/lists/list-address.ts';
import { DEFAULT_LIST_STATE } from '#shared/lists/list-state.ts';
import { startRunningApp, type RunningApp } from '#tests/support/app/running-app.ts';
import { seriousFaults } from '#tests/support/browser/axe-faults.ts';

let product: RunningApp;
let investor: BrowserContext;
let list: KeptList;
beforeAll(async () => {
  product = await startRunningApp();
  investor = await product.openBrowser('investor');
  list = await send<KeptList>('/api/list', { objectApiName: 'InsightCompany', name: '硬科技早期' });
  const companies = await send<ListReply>('/api/metadata/data/getLayoutAndDataList', {
    objectApiName: 'InsightCompany',
    pageSize: 3,
  });
  const ids = companies.list.map(({ id }) => id);
  await send(`/api/list/${list.id}/add`, { ids });
  const fields = [
    {
      apiName: 'step',
      type: 'select',
      label: '进展',
      selectOptions: [
        { value: 'met', label: '已约谈' },
        { value: 'no', label: '不投' },
      ],
    },
    { apiName: 'score', type: 'integer', label: '评分' },
  ];
  await send(`/api/list/${list.id}/column`, { version: list.version, fields });
  for (const [at, values] of [
    { step: 'met', score: 3 },
    { step: 'no', score: 9 },
  ].entries())
    await send(`/api/list/${list.id}/values/${ids[at]}`, { version: 0, values });
});
afterAll(() => product.close());

async function send<T>(path: string, data: object): Promise<T> {
  const headers = { origin: product.address };
  const reply = await investor.request.post(`${product.address}${path}`, { data, headers });
  const { code, msg, data: given } = (await reply.json()) as { code: number; msg: string; data: T };
  expect({ code, msg }).toMatchObject({ code: 0 });
  return given;
}

const rows = (page: Page) => page.locator('[role=row][data-row]');
const address = (page: Page) => decodeURIComponent(page.url());
const path = () => `/data/InsightCompany${encodeListState({ ...DEFAULT_LIST_STATE, filter: { inList: list.id } })}`;

test('a list is ordered and narrowed by a column of its own, by keyboard', async () => {
  const page = await product.open(investor, path());
  await page.getByText('共 3 家').waitFor();
  await page.getByRole('group', { name: '筛选' }).getByRole('button', { name: '进展' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('option', { name: /已约谈/ }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await page.getByText('共 1 家').waitFor();
  expect(address(page)).toContain(`['step_list${list.id}','in',['`);
  expect(await seriousFaults(page)).toEqual([]);
  await page.goto(`${product.address}/#${path()}&s=score_list${list.id}.desc`);
  await page.getByText('共 3 家').waitFor();
  await expect.poll(() => rows(page).first().innerText()).toContain('9');
});

test('on a phone its filters are in the sheet with the others', async () => {
  const phone = await product.openBrowser('investor', 390);
  const page = await product.open(phone, path());
  await page.getByText('共 3 家').waitFor();
  await page.getByRole('button', { name: /^筛选/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: /评分/ }).waitFor();
  expect(await seriousFaults(page)).toEqual([]);
});

test('a view of a list with a condition of its own keeps it, and can be subscribed', async () => {
  const page = await product.open(investor, '/data/largeTransaction');
  await rows(page).first().waitFor();
  await page.getByRole('button', { name: '订阅' }).first().waitFor();
  await page.getByRole('button', { name: '保存视图' }).click();
  await page.getByLabel('视图名称').fill('我的大额');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: '视图：我的大额' }).waitFor();
  const id = /v=(\d+)/.exec(page.url())?.[1] ?? '';
  expect(await page.getByText('已修改').count()).toBe(0);
  const whole = await product.open(investor, `/data/transaction?v=${id}`);
  await rows(whole).first().waitFor();
  expect(address(whole)).toContain('f=');
});
