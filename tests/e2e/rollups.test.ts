import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEFAULT_LIST_STATE } from '#shared/lists/list-state.ts';
import { encodeListState } from '#shared/lists/list-address.ts';
import { startRunningApp, type RunningApp } from '#tests/support/app/running-app.ts';

let product: RunningApp;
let staff: BrowserContext;
beforeAll(async () => {
  product = await startRunningApp();
  staff = await product.openBrowser('staff');
});
afterAll(() => product.close());

const panel = (page: Page) => page.locator('.meta-panel');

async function choose(page: Page, label: string, option: string): Promise<void> {
  const field = panel(page).getByLabel(label).first();
  // The fields of a long form are drawn as they come near.
  await expect
    .poll(async () => {
      if ((await field.count()) > 0) return true;
      // The mouse is moved rather than hovered, which would wait for a menu that is still closing over the panel.
      const box = await panel(page).boundingBox();
      await page.mouse.move((box?.x ?? 0) + 40, (box?.y ?? 0) + 100);
      await page.mouse.wheel(0, 300);
      return false;
    })
    .toBe(true);
  await field.click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

/**
 * How many records a list says that it has. Until a value is worked out for all of them, a filter by it is refused, and a
 * busy machine may not answer in time.
 */
async function shownCount(address: string): Promise<string> {
  const list = await product.open(staff, address);
  const words =
    (await list
      .getByText(/共 [\d,]+|正在计算|重试/)
      .first()
      .textContent()) ?? '';
  await list.close();
  return words;
}

test('staff add a roll-up in the editor without a word of code, and every company has its number in the list', async () => {
  const page = await product.open(staff, '/staff/metadata/InsightCompany');
  await page.getByRole('button', { name: '添加字段' }).click();
  await choose(page, '类型', '汇总');
  await panel(page).getByRole('textbox', { name: '名称' }).fill('交易数');
  await choose(page, '汇总的对象', '交易事件（InsightTransaction）');
  await choose(page, '经由字段', '融资方（company）');
  await page.keyboard.press('Escape');
  await choose(page, '汇总方式', '记录数');
  await panel(page).getByRole('button', { name: '添加到草稿' }).click();
  await panel(page).getByRole('heading', { name: '字段：交易数' }).waitFor();
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await page.getByRole('button', { name: '确认保存' }).click();
  await page.getByText(/已保存版本 \d+/).waitFor();
  const { rows } = await product.database.pool.query<{ count: string }>(
    'select count(distinct company) as count from "InsightTransaction" where company is not null',
  );
  const filter = { field: 'jiaoYiShu', op: 'gte', value: 1 } as const;
  const address = `/data/InsightCompany${encodeListState({ ...DEFAULT_LIST_STATE, filter })}`;
  await expect.poll(() => shownCount(address)).toContain(`共 ${Number(rows[0]?.count).toLocaleString('zh-CN')} 家`);
});

test('staff count records two steps away in the editor, and read which choice is missing until it is made', async () => {
  const page = await product.open(staff, '/staff/metadata/InsightOrg');
  await page.getByRole('button', { name: '添加字段' }).click();
  await choose(page, '类型', '汇总');
  await panel(page).getByRole('textbox', { name: '名称' }).fill('旗下基金交易数');
  await choose(page, '汇总的对象', '交易事件（InsightTransaction）');
  await choose(page, '中间对象', '基金（InsightFund）');
  await choose(page, '中间对象指向本记录的字段', '所属机构（org）');
  await page.keyboard.press('Escape');
  await choose(page, '汇总方式', '记录数');
  await panel(page).getByText('汇总的对象不直接指向本记录时填写').first().waitFor();
  await panel(page).getByRole('button', { name: '添加到草稿' }).click();
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await page.getByText('没有指明“交易事件”与“基金”之间的字段').first().waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await choose(page, '经由字段', '出资基金（funds）');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await page.getByRole('button', { name: '确认保存' }).click();
  await page.getByText(/已保存版本 \d+/).waitFor();
  const { rows } = await product.database.pool.query<{ count: string }>(
    `select count(distinct f.org) as count from "InsightFund" f
     where exists (select from "InsightTransaction" t where f.id = any(t.funds))`,
  );
  const filter = { field: 'qiXiaJiJinJiaoYiShu', op: 'gte', value: 1 } as const;
  const address = `/data/institution${encodeListState({ ...DEFAULT_LIST_STATE, filter })}`;
  await expect.poll(() => shownCount(address)).toContain(`共 ${rows[0]?.count ?? ''} 家`);
});

test('staff see from which records a value is counted, open them, and decide for a value that a source states', async () => {
  const { rows } = await product.database.pool.query<{ company: string; count: string }>(
    'select company, count(*) as count from "InsightTransaction" where company is not null group by 1 order by 2 desc limit 1',
  );
  const { company = '', count = '0' } = rows[0] ?? {};
  const page = await product.open(staff, `/insight/InsightCompany/${company}`);
  await page.getByRole('tab', { name: '融资', exact: true }).click();
  const source = async () => {
    await page.getByRole('button', { name: '交易数的来源与时间' }).click();
    return page.getByRole('dialog', { name: '交易数的来源与时间' });
  };
  const records = (await source()).getByRole('link', { name: `${count} 条交易事件` });
  const address = (await records.getAttribute('href')) ?? '';
  const list = await product.open(staff, address.slice(1));
  await list.getByText(`共 ${count} 笔`).first().waitFor();
  await page.getByRole('button', { name: '改用给定值' }).click();
  const form = page.getByRole('dialog', { name: /的交易数改用给定值$/ });
  await form.getByLabel('给定的值').fill('99');
  await form.getByRole('textbox', { name: '来源', exact: true }).fill('IT桔子');
  await form.getByRole('textbox', { name: /^原因/ }).fill('尚有未收录的交易');
  await form.getByRole('button', { name: '改用给定值' }).click();
  const field = page.locator('.detail-field', { hasText: '交易数' });
  await field.getByText('99', { exact: true }).waitFor();
  const decided = await source();
  await decided.getByText(/IT桔子/).waitFor();
  expect(await decided.textContent()).toContain(`计算值${count}`);
  expect(await decided.textContent()).toContain('一直采用');
});
