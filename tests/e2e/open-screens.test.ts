import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RecordReply } from '#schemas/api/records.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { DEFAULT_LIST_STATE } from '#shared/lists/list-state.ts';
import { encodeListState } from '#shared/lists/list-address.ts';
import { startRunningApp, type RunningApp } from '#tests/support/app/running-app.ts';

let product: RunningApp;
let staff: BrowserContext;
let reader: BrowserContext;
beforeAll(async () => {
  product = await startRunningApp();
  staff = await product.openBrowser('staff');
  reader = await product.openBrowser('svip');
});
afterAll(() => product.close());

const COMPANY = '开屏样本企业';
const FUND = '开屏样本机构';

async function send<T>(path: string, data: object): Promise<T> {
  const headers = { origin: product.address };
  const reply = await staff.request.post(`${product.address}${path}`, { data, headers });
  const { code, msg, data: given } = (await reply.json()) as { code: number; msg: string; data: T };
  expect({ code, msg }).toMatchObject({ code: 0 });
  return given;
}

/** Adds the number of deals that name a record to its object, as staff do. */
async function countDeals(objectApiName: string, link: string): Promise<void> {
  const current = await staff.request.get(`${product.address}/api/metadata/object/${objectApiName}`);
  const { data } = (await current.json()) as { data: { version: number } };
  const field: FieldDefinition = {
    apiName: 'ownDeals',
    type: 'rollup',
    label: '交易数',
    config: { unit: '宗', rollup: { objectApiName: 'InsightTransaction', fields: [link], function: 'count' } },
  };
  await send('/api/metadata/field/save', { objectApiName, baseVersion: data.version, field });
}

const create = async (objectApiName: string, values: object): Promise<string> =>
  (
    await send<RecordReply>(`/api/metadata/data/${objectApiName}`, {
      clientKey: `${objectApiName}-${JSON.stringify(values).length}`,
      values,
    })
  ).record.id;

const openList = (route: string, keyword: string): Promise<Page> =>
  product.open(reader, `${route}${encodeListState({ ...DEFAULT_LIST_STATE, keyword, columns: ['name', 'ownDeals'] })}`);

/** Does a screen show so many deals? Sections far below are drawn when they come near. */
async function isShowing(screen: Page, deals: number): Promise<boolean> {
  await screen.mouse.move(700, 500);
  await screen.mouse.wheel(0, 20_000);
  return screen
    .getByText(new RegExp(`^${deals} ?宗$`))
    .first()
    .isVisible();
}

test('a deal that staff save is seen by a user who has its company and its institution open, without a reload', async () => {
  await countDeals('InsightCompany', 'company');
  await countDeals('InsightOrg', 'leadInvestors');
  const company = await create('InsightCompany', { name: COMPANY });
  const fund = await create('InsightOrg', { name: FUND });
  const screens = [
    await openList('/data/InsightCompany', COMPANY),
    await openList('/data/institution', FUND),
    await product.open(reader, `/insight/InsightCompany/${company}`),
  ];
  // A new field is placed beside the fields that are most like it: here the other counts of deals.
  await screens[2]?.getByRole('tab', { name: '融资' }).click();
  for (const screen of screens) await expect.poll(() => isShowing(screen, 0)).toBe(true);
  await create('InsightTransaction', {
    title: `${COMPANY}的天使轮`,
    company: { id: company },
    leadInvestors: [{ id: fund }],
    round: '天使轮',
    fundedOn: '2026-11',
  });
  for (const screen of screens) await expect.poll(() => isShowing(screen, 1)).toBe(true);
});

test('a record that staff add is announced above the lists that it belongs to, and shown when the user asks for it', async () => {
  await create('InsightFund', { name: '开屏样本基金' });
  const screen = await product.open(
    reader,
    `/data/InsightFund${encodeListState({ ...DEFAULT_LIST_STATE, keyword: '开屏样本基金' })}`,
  );
  await screen.getByText('开屏样本基金', { exact: true }).first().waitFor();
  await create('InsightFund', { name: '开屏样本基金二号' });
  await screen.getByRole('button', { name: '有 1 只新记录，点击刷新' }).click();
  await screen.getByText('开屏样本基金二号').first().waitFor();
  expect(await screen.getByRole('button', { name: /条新记录/ }).count()).toBe(0);
});
