import type { BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type KillableApp, startKillableApp } from '#tests/support/app/killable-app.ts';

let app: KillableApp;
let founder: BrowserContext;
let investor: BrowserContext;
/** The founder's and the investor's screens. */
let his: Page;
let hers: Page;

beforeAll(async () => {
  app = await startKillableApp();
  investor = await app.openBrowser('investor');
  founder = await app.openBrowser('founder');
  his = await app.open(founder, '/home');
  hers = await app.open(investor, '/insight/InsightCompany/1');
});
afterAll(() => app.close());

const roomOf = (page: Page): Locator => page.getByRole('dialog', { name: '私信' });
const messages = (page: Page): Locator => roomOf(page).getByRole('list', { name: '消息' });
const row = (page: Page, name: string): Locator =>
  roomOf(page).getByRole('region', { name: '联系人' }).getByRole('button', { name, exact: false }).first();
/** What the conversation shows, from top to bottom. */
const texts = (page: Page): Promise<string[]> => messages(page).locator('.bubble-text').allTextContents();
const last = (page: Page): Locator => messages(page).locator('[data-message]').last();

async function write(page: Page, text: string): Promise<void> {
  const field = roomOf(page).getByRole('textbox', { name: '消息内容' });
  await field.fill(text);
  await field.press('Enter');
  await messages(page).getByText(text).waitFor();
}

/** The server stores the next message, and its answer is lost. */
async function loseNextAnswer(context: BrowserContext): Promise<void> {
  const route = '**/api/rong/sixin/*';
  const stored = Promise.withResolvers<void>();
  await context.route(route, async (request) => {
    if (request.request().method() !== 'POST') return request.continue();
    await request.fetch();
    stored.resolve();
    return request.abort();
  });
  await write(hers, '答复丢失的一条');
  await stored.promise;
  await app.kill();
  await context.unroute(route);
}

test('two browsers talk to each other through the death of the server, and each message is there once', async () => {
  await hers.getByRole('region', { name: '联系人' }).getByRole('button', { name: '私信' }).click();
  await roomOf(hers).getByRole('heading', { name: '示例创业者' }).waitFor();
  await write(hers, '您好');
  await his.getByRole('button', { name: /^私信，\d+条未读$/ }).click();
  await row(his, '示例投资人').click();
  await messages(his).getByText('您好').waitFor();
  await last(hers).getByText('已读').waitFor();
  await write(his, '您好，请讲');
  await messages(hers).getByText('您好，请讲').waitFor();

  await loseNextAnswer(investor);
  await write(hers, '断开时写的');
  await write(his, '我这边也断开了');
  await last(hers).getByText('未确认，点击重试').waitFor();
  await last(his).getByText('未确认，点击重试').waitFor();
  expect(await texts(his)).not.toContain('断开时写的');

  await app.start();
  await messages(his).getByText('断开时写的').waitFor();
  await messages(hers).getByText('我这边也断开了').waitFor();
  await write(his, '恢复了');
  await messages(hers).getByText('恢复了').waitFor();
  await write(hers, '我也是');
  await messages(his).getByText('我也是').waitFor();
  await last(hers).getByText('已读').waitFor();
  const said = await texts(his);
  expect(said.toSorted()).toEqual(
    ['您好', '您好，请讲', '答复丢失的一条', '断开时写的', '我这边也断开了', '恢复了', '我也是'].toSorted(),
  );
  // In the order of each sender, and in one order for both.
  expect(said.indexOf('答复丢失的一条')).toBeLessThan(said.indexOf('断开时写的'));
  expect(await texts(hers)).toEqual(said);

  await roomOf(hers).getByRole('button', { name: '关闭私信' }).click();
  await write(his, '您先忙');
  await hers.getByRole('button', { name: /^私信，\d+条未读$/ }).waitFor();
  expect(await last(his).getByText('已读').count()).toBe(0);
  await Promise.all([his.reload(), hers.reload()]);
  await hers.getByRole('button', { name: /^私信，\d+条未读$/ }).click();
  await row(hers, '示例创业者').getByText('1条未读').waitFor();
  await row(hers, '示例创业者').click();
  await his.getByRole('button', { name: /^私信/ }).click();
  await row(his, '示例投资人').click();
  await last(his).getByText('已读').waitFor();
  for (const page of [his, hers]) await expect.poll(() => texts(page)).toEqual([...said, '您先忙']);
  for (const person of [founder, investor]) {
    const reply = await person.request.get(`${app.address}/api/rong/sixin/unread`);
    expect(await reply.json()).toMatchObject({ data: { chat: 0 } });
  }
});
