import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { approveGrant } from '#tests/support/browser/approve-grant.ts';
import { axeFaults } from '#tests/support/browser/axe-faults.ts';
import { type RunningApp, startRunningApp } from '#tests/support/app/running-app.ts';

let app: RunningApp;
beforeAll(async () => {
  app = await startRunningApp();
});
afterAll(() => app.close());

/** Of every list a page has one fund; its details are for SVIPs alone. */
const FUND = '/insight/InsightFund/1';

describe('a redemption code from staff', () => {
  it('makes an investor SVIP, and the page that was closed opens without a reload', async () => {
    const staff = await app.openBrowser('staff');
    const codes = await app.open(staff, '/staff/codes');
    await codes.getByRole('button', { name: '签发兑换码' }).first().click();
    await codes.getByRole('textbox', { name: '数量' }).fill('2');
    await codes.getByRole('textbox', { name: '理由' }).fill('线下活动赠送');
    await codes.getByRole('button', { name: '签发', exact: true }).click();
    const issued = await codes.getByRole('textbox', { name: '兑换码' }).inputValue();
    const [code = ''] = issued.split('\n');
    expect(code).toMatch(/^[0-9A-Z]{4}(-[0-9A-Z]{4}){3}$/);

    await codes.getByRole('button', { name: '已保存，关闭' }).click();
    await approveGrant(app, '兑换码');
    await codes.getByRole('button', { name: '作废', exact: true }).first().click();
    const asked = codes.getByRole('dialog');
    await asked.getByText('作废后不能恢复').waitFor();
    await asked.getByRole('textbox', { name: /原因/ }).fill('误发');
    await asked.getByRole('button', { name: '作废' }).click();
    await codes.getByText('已作废', { exact: true }).first().waitFor();
    // The dialog is still closing.
    await expect.poll(() => codes.getByRole('button', { name: '作废', exact: true }).count()).toBe(1);

    const investor = await app.openBrowser('investor', 390);
    const page = await app.open(investor, FUND);
    let loads = 0;
    page.on('load', () => (loads += 1));
    const dialog = page.getByRole('dialog', { name: 'SVIP专享内容' });
    await dialog.waitFor();
    expect(await axeFaults(page, '[role=dialog]')).toEqual([]);
    await dialog.getByRole('button', { name: '使用兑换码' }).click();
    const field = page.getByRole('textbox', { name: '兑换码' });
    await field.fill('AAAA-BBBB-CCCC-DDDD');
    await field.press('Enter');
    await page.getByText('兑换失败：兑换码不正确，还可以尝试 4 次').waitFor();
    await field.fill(code.toLowerCase().replaceAll('-', ' '));
    await field.press('Enter');
    await page.getByText('兑换成功：SVIP 月度会员').waitFor();
    await page.getByText('开通SVIP查看').first().waitFor({ state: 'detached' });
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await page.locator('.user-vip').textContent()).toBe('SVIP');
    expect(loads).toBe(0);
    expect(page.url()).toContain(FUND);

    const orders = await app.open(investor, '/orders');
    await orders.getByText('SVIP 月度会员').waitFor();
    expect(await orders.getByText('需要退款请联系运营人员').count()).toBe(1);
    await orders.getByText('已完成').waitFor();
    const order = app.database.db.selectFrom('purchase_order').select('no').orderBy('id', 'desc');
    const { no } = await order.executeTakeFirstOrThrow();
    const back = await app.open(investor, `/orders?no=${no}`);
    await back.getByText('支付成功：SVIP 月度会员').waitFor();
    await back.waitForURL(/#\/orders$/);
  });

  it('is found on screens that tools for accessibility have nothing against', async () => {
    for (const [who, path, ready] of [
      ['svip', '/vip', '有效期至'],
      ['organisation', '/coins', '新用户赠送'],
      ['founder', '/orders', '“我的订单”还没有记录'],
      ['staff', '/staff/codes', '签发兑换码'],
    ] as const) {
      const context = await app.openBrowser(who);
      const page = await app.open(context, path);
      await page.getByText(ready).first().waitFor();
      expect(await axeFaults(page, '#content')).toEqual([]);
      await context.close();
    }
  });
});
