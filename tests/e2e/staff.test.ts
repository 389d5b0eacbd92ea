import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { approveGrant } from '#tests/support/browser/approve-grant.ts';
import { axeFaults } from '#tests/support/browser/axe-faults.ts';
import { type RunningApp, startRunningApp } from '#tests/support/app/running-app.ts';

let app: RunningApp;
let staff: BrowserContext;

beforeAll(async () => {
  app = await startRunningApp();
  staff = await app.openBrowser('staff');
});
afterAll(() => app.close());

/** Opens the page of a user by the whole phone number. */
async function openUser(phone: string, name: string): Promise<Page> {
  const page = await app.open(staff, '/staff/users');
  await page.getByRole('button', { name: '按手机号查找' }).click();
  await page.getByLabel('完整手机号').fill(phone);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name }).waitFor();
  return page;
}

async function confirm(page: Page, button: string, reason: string, sure = button): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('原因').fill(reason);
  await dialog.getByRole('button', { name: sure }).click();
  await dialog.waitFor({ state: 'detached' });
}

describe('staff', () => {
  it('throws a signed-in person out at once with the words, and gives; the log shows both and verifies', async () => {
    const organisation = await app.openBrowser('organisation');
    const working = await app.open(organisation, '/home');
    const companies = working
      .getByRole('navigation', { name: '主导航' })
      .getByRole('link', { name: '企业', exact: true });
    await companies.waitFor();

    const page = await openUser('19900000003', '示例服务机构');
    await confirm(page, '赠送鲸币', '活动奖励', '提交申请');
    await approveGrant(app, '赠送 60 鲸币');
    await confirm(page, '冻结账号', '多次发送广告信息');
    await page.getByRole('button', { name: '解除冻结' }).waitFor();

    // No user touched that page: the server notified it.
    await working.getByText('账号已被冻结，如有疑问请联系客服').first().waitFor();
    await working.waitForURL(/#\/login/);

    const log = await app.open(staff, '/staff/log');
    await log.getByRole('row', { name: /冻结账号 用户 示例服务机构 \d+ 多次发送广告信息/ }).waitFor();
    expect(await log.getByRole('row', { name: /赠送鲸币 用户 示例服务机构 \d+ 活动奖励/ }).count()).toBeGreaterThan(0);
    await log.getByRole('button', { name: '完整性校验' }).click();
    await log.getByRole('button', { name: '校验全部' }).click();
    await log.getByText(/校验通过/).waitFor();
    expect(await axeFaults(log)).toEqual([]);
    await Promise.all([page.close(), log.close(), organisation.close()]);
  });

  it('works off a report', async () => {
    const founder = await app.openBrowser('founder');
    const found = await staff.request.post(`${app.address}/api/staff/users/find`, {
      data: { word: '19900000002' },
      headers: { origin: app.address },
    });
    const { data } = (await found.json()) as { data: { list: { uid: string }[] } };
    const filed = await founder.request.post(`${app.address}/api/rong/reportAdd`, {
      data: {
        beReportId: data.list[0]?.uid,
        reportType: ['过度骚扰'],
        reportReason: '反复发送无关消息',
        img: [],
        source: 7,
      },
      headers: { origin: app.address },
    });
    expect(await filed.json()).toMatchObject({ code: 0, data: { name: '示例投资人' } });
    const page = await app.open(staff, '/staff/reports');
    await page.getByRole('link', { name: '对示例投资人的举报' }).waitFor();
    await page.getByRole('link', { name: '对示例投资人的举报' }).click();
    await page.waitForURL(/[?&]o=\d+$/);
    await page.reload();
    const beside = page.getByRole('complementary', { name: '举报详情' });
    await beside.getByRole('heading', { level: 1, name: '对示例投资人的举报' }).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await beside.getByRole('button', { name: '处理完成' }).click();
    await page.getByRole('dialog').getByLabel('原因').fill('已提醒对方');
    await page.getByRole('dialog').getByRole('button', { name: '处理完成' }).click();
    await beside.getByText('已处理', { exact: true }).first().waitFor();
    await beside.focus();
    await page.keyboard.press('Escape');
    await beside.waitFor({ state: 'detached' });
    expect(await page.getByRole('grid').evaluate((grid) => grid === document.activeElement)).toBe(true);
    await Promise.all([page.close(), founder.close()]);
  });

  it.each([1440, 390])('is whole on a screen of %i pixels, with nothing for axe to find', async (width) => {
    const browser = await app.openBrowser('staff', width);
    for (const path of [
      '/staff/users?uid=1',
      '/insight/User/1',
      '/staff/reports?state=all',
      '/staff/users?o=1',
      '/staff/orders',
      '/staff/log',
    ]) {
      const page = await app.open(browser, path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForLoadState('networkidle');
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(
        0,
      );
      expect(await axeFaults(page)).toEqual([]);
      await page.close();
    }
    await browser.close();
  });
});
