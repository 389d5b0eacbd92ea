import type { BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { axeFaults } from '#tests/support/browser/axe-faults.ts';
import { pdfOf } from '#tests/support/files/pdf-file.ts';
import { type RunningApp, startRunningApp } from '#tests/support/app/running-app.ts';
import { TEST_NOW } from '#tests/support/app/test-app.ts';

let app: RunningApp;
let founder: BrowserContext;
let investor: BrowserContext;
/** The founder's and the investor's screens; each test goes on where the one before ended. */
let his: Page;
let hers: Page;

const PLAN = pdfOf('商业计划书', '市场与团队');

/** A browser whose clock shows the server's time. */
async function openBrowser(who: 'founder' | 'investor', width?: number): Promise<BrowserContext> {
  const context = await app.openBrowser(who, width);
  await context.clock.install({ time: TEST_NOW });
  return context;
}

async function send(context: BrowserContext, path: string, data: unknown): Promise<Record<string, string>> {
  const reply = await context.request.post(app.address + path, { data, headers: { origin: app.address } });
  const {
    code,
    msg,
    data: answer,
  } = (await reply.json()) as { code: number; msg: string; data: Record<string, string> };
  if (code !== 0) throw new Error(`${path}: ${code} ${msg}`);
  return answer;
}

/** Gives the founder's company a business plan, as its settings do. */
async function uploadPlan(): Promise<void> {
  const param = JSON.stringify({ bucket: 'private' });
  const {
    server,
    signature = '',
    policy = '',
  } = await send(founder, '/mobi-investor/upload/form-api', { param, type: 'file' });
  const file = { name: '商业计划书.pdf', mimeType: 'application/pdf', buffer: PLAN };
  const multipart = { signature, policy, file };
  const reply = await founder.request.post(app.address + server, { multipart, headers: { origin: app.address } });
  const { data } = (await reply.json()) as { data: unknown };
  await send(founder, '/api/rong/company/edit', { ccid: '1', bp: data });
}

beforeAll(async () => {
  app = await startRunningApp();
  founder = await openBrowser('founder');
  investor = await openBrowser('investor');
  await uploadPlan();
  await send(founder, '/api/rong/sixin/settings', { weixin: 'founder-weixin' });
  await send(investor, '/api/rong/sixin/settings', { weixin: 'investor-weixin' });
  his = await app.open(founder, '/home');
  hers = await app.open(investor, '/insight/InsightCompany/1');
});
afterAll(() => app.close());

const roomOf = (page: Page): Locator => page.getByRole('dialog', { name: '私信' });
const contact = (page: Page, name: string): Locator =>
  roomOf(page).getByRole('region', { name: '联系人' }).getByRole('button', { name, exact: false }).first();
const messages = (page: Page): Locator => roomOf(page).getByRole('list', { name: '消息' });

async function write(page: Page, text: string): Promise<void> {
  const field = roomOf(page).getByRole('textbox', { name: '消息内容' });
  await field.fill(text);
  await field.press('Enter');
  await messages(page).getByText(text).waitFor();
}
async function choose(page: Page, act: string): Promise<void> {
  await roomOf(page).getByRole('button', { name: '更多操作' }).click();
  await page.getByRole('menuitem', { name: act, exact: true }).click();
  await page.getByRole('menu').waitFor({ state: 'detached' });
}

describe('a founder and an investor', () => {
  test('talk, once she has opened his company', async () => {
    await hers.getByRole('region', { name: '联系人' }).getByRole('button', { name: '私信' }).click();
    await roomOf(hers).getByRole('heading', { name: '示例创业者' }).waitFor();
    await write(hers, '您好，想了解一下最近一轮融资');

    await his.getByRole('button', { name: /^私信，\d+条未读$/ }).click();
    await contact(his, '对您的项目感兴趣').click();
    const interested = roomOf(his).getByRole('list', { name: '对您的项目感兴趣' });
    await interested.getByRole('img', { name: '未读' }).waitFor();
    expect(await interested.getByRole('listitem').textContent()).toContain('示例投资人');
    await interested.getByRole('button', { name: /示例投资人.*投资总监/ }).click();
    await messages(his).getByText('您好，想了解一下最近一轮融资').waitFor();
    await write(his, '您好，正在进行A轮');
    await messages(hers).getByText('您好，正在进行A轮').waitFor();
  });

  test('exchange WeChat, and each sees the value of the other', async () => {
    await roomOf(hers).locator('[aria-label="交换微信"]:not([aria-disabled])').click();
    const dialog = hers.getByRole('dialog', { name: '交换微信' });
    await dialog.getByText('对方同意后，双方可互相查看微信').waitFor();
    await dialog.getByRole('button', { name: '继续' }).click();
    await messages(hers).getByText('您请求与对方交换微信').waitFor();
    await messages(his).getByRole('button', { name: '同意' }).click();
    for (const [page, value] of [
      [hers, '对方微信：founder-weixin'],
      [his, '对方微信：investor-weixin'],
    ] as const) {
      await messages(page).getByRole('button', { name: '查看联系方式' }).first().click();
      await messages(page).getByText(value).waitFor();
      await roomOf(page).locator('[aria-label="交换微信"][aria-disabled="true"]').waitFor();
      expect(
        await messages(page)
          .getByText(/对方微信：/)
          .count(),
      ).toBe(1);
    }
  });

  test('pass the business plan: she asks, he chooses, she opens it', async () => {
    await roomOf(hers).locator('[aria-label="索要BP"]:not([aria-disabled])').click();
    await messages(his).getByText('对方希望查看您的BP').waitFor();
    await messages(his).getByRole('button', { name: '同意' }).click();
    const chooser = his.getByRole('dialog', { name: '选择要投递BP的企业' });
    expect(await chooser.getByRole('button', { name: '确定' }).isDisabled()).toBe(true);
    await chooser.getByRole('radio').first().check();
    await chooser.getByRole('button', { name: '确定' }).click();
    const open = messages(hers).getByRole('button', { name: '查看BP' }).last();
    const [reader] = await Promise.all([investor.waitForEvent('page'), open.click()]);
    await reader.getByRole('region', { name: '第1页' }).getByText('商业计划书').waitFor();
    expect(await axeFaults(reader)).toEqual([]);
    await reader.getByRole('button', { name: '下一页' }).click();
    await reader.getByText('2 / 2').waitFor();
    await reader.getByRole('region', { name: '第2页' }).getByText('市场与团队').waitFor();
    // What may be saved is the copy that is read, which says whose it is.
    expect(await reader.getByRole('link', { name: '下载' }).getAttribute('href')).toMatch(/^\/files\/plan\/\d+$/);
    await reader.close();
  });

  test('may take a message back', async () => {
    await write(hers, '发错了');
    await messages(his).getByText('发错了').waitFor();
    await messages(hers).getByText('发错了').click({ button: 'right' });
    await hers.getByRole('menuitem', { name: '撤回' }).click();
    await messages(hers).getByText('您撤回了一条私信').waitFor();
    await messages(his).getByText('对方撤回了一条私信').waitFor();
    await contact(his, '示例投资人').getByText('对方撤回了一条私信').waitFor();
    expect(await messages(his).getByText('发错了').count()).toBe(0);
  });

  test('mute, pin and block each other, and what is blocked is said', async () => {
    const row = contact(his, '示例投资人');
    await choose(his, '消息免打扰');
    await row.getByRole('img', { name: '消息免打扰' }).waitFor();
    await choose(his, '置顶');
    await row.getByText('已置顶').waitFor();
    await choose(his, '屏蔽');
    await row.getByRole('img', { name: '已屏蔽' }).waitFor();
    await write(hers, '在吗');
    await messages(hers).getByText('对方暂不接收您的消息').waitFor();
    for (const act of ['取消屏蔽', '取消置顶', '允许消息通知']) await choose(his, act);
    await row.getByRole('img', { name: '消息免打扰' }).waitFor({ state: 'detached' });
    expect(await row.getByRole('img').count()).toBe(0);
    expect(await messages(his).getByText('在吗').count()).toBe(0);
  });

  test('report each other with what is on screen', async () => {
    await choose(his, '举报');
    const form = his.getByRole('dialog', { name: '举报示例投资人' });
    await form.getByRole('button', { name: '提交举报' }).click();
    await form.getByText('请至少选择一个投诉类型').waitFor();
    await form.getByText('请输入简要描述').waitFor();
    await form.getByRole('checkbox', { name: '过度骚扰' }).check();
    await form.getByRole('textbox', { name: /简要描述/ }).fill('反复发送无关内容');
    const body = his.waitForRequest(/reportAdd/);
    await form.getByRole('button', { name: '提交举报' }).click();
    expect((await body).postDataJSON()).toMatchObject({ reportType: ['过度骚扰'], source: 7, fromSeq: 1 });
    await his.getByText('您对示例投资人的举报已提交，我们将在3个工作日内核实处理').waitFor();
  });
});

describe('the room', () => {
  test('is a modal 1100 pixels wide without a footer', async () => {
    expect((await roomOf(his).boundingBox())?.width).toBe(1100);
    expect(await roomOf(his).getAttribute('aria-modal')).toBe('true');
    expect(await roomOf(his).locator('.MuiDialogActions-root').count()).toBe(0);
  });

  test('has no faults that axe finds, with a conversation, the interested view and a report', async () => {
    expect(await axeFaults(his)).toEqual([]);
    await contact(his, '对您的项目感兴趣').click();
    await roomOf(his).getByRole('list', { name: '对您的项目感兴趣' }).getByRole('listitem').waitFor();
    expect(await axeFaults(his)).toEqual([]);
    await contact(his, '示例投资人').click();
    await choose(his, '举报');
    await his.getByRole('checkbox', { name: '其他' }).waitFor();
    expect(await axeFaults(his)).toEqual([]);
    await his.keyboard.press('Escape');
    await his.getByRole('dialog', { name: '举报示例投资人' }).waitFor({ state: 'detached' });
  });

  test('is used by keyboard alone, from the toggle and back to it', async () => {
    const { keyboard } = hers;
    await roomOf(hers).getByRole('button', { name: '关闭私信' }).click();
    await roomOf(hers).waitFor({ state: 'detached' });
    const toggle = hers.getByRole('button', { name: /^私信(，有未读消息)?$/ });
    await toggle.last().focus();
    await keyboard.press('Enter');
    await contact(hers, '示例创业者').waitFor();
    while ((await roomOf(hers).getByRole('heading', { name: '示例创业者' }).count()) === 0)
      await keyboard.press('Alt+ArrowDown');
    await contact(hers, '示例创业者').focus();
    await keyboard.press('Tab');
    await keyboard.press('Enter');
    await hers.getByRole('menuitem', { name: '消息免打扰' }).waitFor();
    await keyboard.press('Escape');
    await hers.getByRole('menu').waitFor({ state: 'detached' });
    const field = roomOf(hers).getByRole('textbox', { name: '消息内容' });
    while (!(await field.evaluate((element) => element === document.activeElement))) await keyboard.press('Tab');
    await keyboard.type('键盘上的问候');
    await keyboard.press('Enter');
    await messages(hers).getByText('键盘上的问候').waitFor();
    await keyboard.press('Escape');
    await roomOf(hers).waitFor({ state: 'detached' });
    await hers.waitForFunction(() => document.activeElement?.getAttribute('aria-label')?.startsWith('私信'));
    expect(await toggle.last().getAttribute('aria-expanded')).toBe('false');
  });

  test('shows one side at a time on a phone, and has no faults there either', async () => {
    const phone = await openBrowser('founder', 390);
    const page = await app.open(phone, '/home');
    await page.getByRole('button', { name: /^私信/ }).click();
    await contact(page, '示例投资人').waitFor();
    // The whole of the screen.
    expect(await roomOf(page).boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 900 });
    expect(await axeFaults(page)).toEqual([]);
    await contact(page, '示例投资人').click();
    await messages(page).getByText('您好，正在进行A轮').waitFor();
    expect(await contact(page, '示例投资人').isVisible()).toBe(false);
    expect(await axeFaults(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    await roomOf(page).getByRole('button', { name: '返回联系人' }).click();
    await contact(page, '示例投资人').waitFor();
    await page.waitForFunction(() => document.activeElement?.getAttribute('aria-current') === 'true');
    await phone.close();
  });
});
