import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeFaults } from '#tests/support/browser/axe-faults.ts';
import { type RunningApp, startRunningApp } from '#tests/support/app/running-app.ts';
import { TEST_NOW } from '#tests/support/app/test-app.ts';

let app: RunningApp;

beforeAll(async () => {
  app = await startRunningApp();
});
afterAll(() => app.close());

const bell = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^消息中心/ });
/** The bell once it says that so many are unread. */
const bellOf = (page: Page, count: number) => page.getByRole('link', { name: `消息中心，${count} 条未读` });

describe('notices', () => {
  it('reach an open screen without a reload, are read by opening them, lead on, and vanish when taken back', async () => {
    const founder = await app.openBrowser('founder');
    const home = await app.open(founder, '/home');
    // Three system notices and an analyst's of the sample.
    await bellOf(home, 4).waitFor();

    const staff = await app.openBrowser('staff');
    const list = await app.open(staff, '/staff/notices');
    await list.getByRole('button', { name: '发送通知' }).first().click();
    const dialog = list.getByRole('dialog');
    const choose = async (label: RegExp, option: string) => {
      await dialog.getByLabel(label).click();
      await list.getByRole('option', { name: option }).click();
    };
    await choose(/^发送给/, '一类人');
    await choose(/^人群/, '创业者');
    await dialog.getByLabel(/^标题/).fill('路演报名开始');
    await dialog.getByLabel(/^内容/).fill('下周三下午两点，线上路演。');
    await dialog.getByLabel(/^链接/).fill('/coins');
    await dialog.getByRole('button', { name: '发送', exact: true }).click();
    await dialog.getByRole('button', { name: /^发送给 \d+ 人$/ }).click();
    await dialog.waitFor({ state: 'detached' });
    const sent = list.getByRole('row', { name: /路演报名开始/ });
    await sent.waitFor();
    expect(await axeFaults(list)).toEqual([]);

    await bellOf(home, 5).waitFor();
    await bell(home).click();
    await home.getByRole('tab', { name: /^系统通知/ }).click();
    await home.getByRole('heading', { name: /路演报名开始/ }).waitFor();
    await bellOf(home, 1).waitFor();
    expect(await axeFaults(home)).toEqual([]);

    await sent.getByRole('button', { name: '撤回' }).click();
    await dialog.getByLabel(/^原因/).fill('时间有误');
    await dialog.getByRole('button', { name: '撤回', exact: true }).click();
    await home.getByRole('heading', { name: /路演报名开始/ }).waitFor({ state: 'detached' });

    await home.getByRole('button', { name: '全部已读' }).click();
    await home.getByRole('link', { name: '消息中心', exact: true }).waitFor();
    await home.getByRole('link', { name: '查看：认证已通过' }).click();
    await home.waitForURL(/#\/form\/FinancingRequest/);
    await Promise.all([founder.close(), staff.close()]);
  });

  it('can be read on a phone, from tab to tab by keyboard', async () => {
    const context = await app.openBrowser('svip', 390);
    const page = await app.open(context, '/messageCenter?type=2');
    await page.getByRole('heading', { name: /欢迎加入/ }).waitFor();
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide).toBeLessThanOrEqual(390);
    await page.getByRole('tab', { selected: true }).press('ArrowRight');
    await page.getByRole('heading', { name: /数据更新说明/ }).waitFor();
    expect(await page.getByRole('tab', { selected: true }).textContent()).toContain('系统通知');
    expect(await axeFaults(page)).toEqual([]);
    await context.close();
  });
});

describe('lives', () => {
  it('are found beside the messages, followed, and followers hear at once when staff call one off', async () => {
    const founder = await app.openBrowser('founder');
    await founder.clock.setFixedTime(TEST_NOW);
    const page = await app.open(founder, '/messageCenter');
    await page.getByRole('main').getByRole('link', { name: '直播', exact: true }).click();
    const onAir = page.getByRole('listitem', { name: '新能源早期项目线上路演' });
    await onAir.getByText('直播中').waitFor();
    await onAir.getByRole('button', { name: /^关注/ }).click();
    await onAir.getByRole('button', { name: /^已关注/ }).waitFor();
    expect(await onAir.getByRole('link').getAttribute('href')).toBe('https://live.example.com/new-energy');
    expect(await page.getByRole('listitem').getByRole('heading').allTextContents()).toEqual([
      '新能源早期项目线上路演',
      '医疗器械创业：从样机到注册证',
      '第一次见投资人：商业计划书怎么写',
    ]);
    expect(await axeFaults(page)).toEqual([]);

    const staff = await app.openBrowser('staff');
    await staff.clock.setFixedTime(TEST_NOW);
    const list = await app.open(staff, '/staff/lives');
    const coming = list.getByRole('row', { name: /医疗器械创业：从样机到注册证/ });
    await coming.getByText('未开始').waitFor();
    await coming.getByRole('button', { name: '取消直播' }).click();
    await list.getByRole('dialog').getByLabel(/^原因/).fill('嘉宾临时有事');
    await list.getByRole('dialog').getByRole('button', { name: '取消直播' }).click();
    await page.getByRole('listitem', { name: '医疗器械创业：从样机到注册证' }).getByText('已取消').waitFor();
    expect(await axeFaults(list)).toEqual([]);

    await page.getByRole('link', { name: '直播通知' }).click();
    await page.getByRole('heading', { name: /直播取消：医疗器械创业/ }).waitFor();
    await page.getByRole('main').getByRole('link', { name: '直播 直播中' }).waitFor();
    await Promise.all([founder.close(), staff.close()]);
  });
});
