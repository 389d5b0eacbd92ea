import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startRunningApp, type RunningApp } from '#tests/support/app/running-app.ts';
import { picture } from '#tests/support/files/uploading.ts';
import type { FileValue } from '#schemas/metadata/value.ts';

let product: RunningApp;
let member: BrowserContext;
let staff: BrowserContext;
beforeAll(async () => {
  product = await startRunningApp();
  [member, staff] = [await product.openBrowser('member'), await product.openBrowser('staff')];
});
afterAll(() => product.close());

/** Types into the field of a label without touching the mouse. */
async function type(page: Page, label: RegExp, text: string): Promise<void> {
  await page.getByRole('textbox', { name: label }).focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
}

/** What a person began on another device: the choices and the picture of the card. */
const begun = (card: FileValue) => ({
  identity: 'ORG_INVESTOR',
  card,
  focusIndustry: ['人工智能'],
  focusPhase: ['A轮'],
  focusArea: ['440000'],
});

/** A private picture that the member uploads. */
async function uploadedCard(): Promise<FileValue> {
  const headers = { origin: product.address };
  const send = async <T>(path: string, options: object): Promise<T> => {
    const reply = await member.request.post(product.address + path, { headers, ...options });
    return ((await reply.json()) as { data: T }).data;
  };
  const param = JSON.stringify({ bucket: 'private' });
  const { signature, policy } = await send<{ signature: string; policy: string }>('/mobi-investor/upload/form-api', {
    data: { param, type: 'pic' },
  });
  const buffer = await picture().png().toBuffer();
  const file = { name: 'card.png', mimeType: 'image/png', buffer };
  return send<FileValue>('/mobi-investor/upload', { multipart: { signature, policy, file } });
}

test('a person is certified as investor, after being refused once, and what was closed opens at once', async () => {
  const company = await product.open(member, '/insight/InsightCompany/1');
  await company.getByText('开通SVIP后即可查看完整信息').first().waitFor();
  await company.close();
  await member.request.post(`${product.address}/api/rong/companyUser/saveCache`, {
    data: { objectApiName: 'InvestorAuth', values: begun(await uploadedCard()) },
    headers: { origin: product.address },
  });

  // Handed in by keyboard alone.
  const page = await product.open(member, '/identity');
  await page.getByRole('region', { name: '投资人认证' }).getByRole('button', { name: '开始认证' }).focus();
  await page.keyboard.press('Enter');
  await page.getByText(/草稿已于/).waitFor();
  await type(page, /^真实姓名/, '示例程远');
  await type(page, /^机构名称/, '示例远帆资本');
  await type(page, /^职务/, '投资经理');
  await type(page, /^手机号/, '19900000021');
  await page.keyboard.press('Enter');
  await page.getByText('已提交，审核结果会显示在本页').waitFor();
  const investor = page.getByRole('region', { name: '投资人认证' });
  await investor.getByText('审核中').waitFor();
  const other = page.getByRole('region', { name: '服务机构认证' });
  await other.getByText('服务机构和投资人不能同时认证，您正在认证投资人').waitFor();

  // Refused at the desk, by keyboard.
  const desk = await product.open(staff, '/staff/identity?kind=investor');
  await desk.getByRole('button', { name: /示例程远/ }).click();
  const dossier = desk.getByRole('region', { name: '认证详情' });
  await dossier.getByText('示例远帆资本').waitFor();
  await desk.keyboard.press('r');
  await desk.getByRole('button', { name: '职务与名片不一致' }).click();
  await desk.getByRole('button', { name: '确认不通过' }).click();
  await dossier.getByText('处理意见：职务与名片不一致').waitFor();

  // Mended and handed in again.
  await page.reload();
  await investor.getByText('审核意见：职务与名片不一致').waitFor();
  await investor.getByRole('button', { name: '修改并重新提交' }).click();
  await page.getByText('上次审核意见：职务与名片不一致').waitFor();
  expect(await page.getByRole('textbox', { name: /^机构名称/ }).inputValue()).toBe('示例远帆资本');
  await type(page, /^职务/, '投资总监');
  await page.keyboard.press('Enter');
  await investor.getByText('审核中').waitFor();

  // Approved; the person’s open page is shown when it is looked at again.
  await desk.reload();
  await dossier.getByText('投资总监').waitFor();
  await desk.keyboard.press('a');
  await desk.keyboard.press('Enter');
  await dossier.getByText('已通过').first().waitFor();
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await investor.getByText('已通过').waitFor();
  await page.getByText('机构投资人').first().waitFor();
  const opened = await product.open(member, '/insight/InsightCompany/1');
  await opened.getByRole('heading', { level: 1 }).waitFor();
  await opened.getByRole('tab', { name: '工商与来源' }).click();
  await opened.getByText('工商名称').first().waitFor();
  expect(await opened.getByText('开通SVIP后即可查看完整信息').count()).toBe(0);
});

test('a founder finds the company by its name on a phone and is led to claim it', async () => {
  const svip = await product.openBrowser('svip', 390);
  const page = await product.open(svip, '/identity');
  await page.getByRole('button', { name: '查找我的企业' }).click();
  const names = `${product.address}/api/metadata/queryDataByName?objectApiName=InsightCompany&ids=1`;
  const { data } = (await (await svip.request.get(names)).json()) as { data: { name: string }[] };
  const name = data[0]?.name ?? '';
  await page.getByLabel('企业名称或统一社会信用代码').fill(name);
  await page.getByRole('list', { name: '找到的企业' }).getByRole('button', { name }).first().click();
  await page.getByRole('button', { name: `认领“${name}”` }).click();
  await page.getByRole('heading', { name: '认领企业', level: 1 }).waitFor();
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBe(390);
});
