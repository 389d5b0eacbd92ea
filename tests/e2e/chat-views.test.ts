import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { axeFaults } from '#tests/support/browser/axe-faults.ts';
import { openChatViews } from '#tests/support/chat/chat-views-site.ts';
import { launchChromium } from '#tests/support/browser/chromium.ts';

let browser: Browser;
let site: Awaited<ReturnType<typeof openChatViews>>;
beforeAll(async () => {
  browser = await launchChromium();
  site = await openChatViews(browser);
});
afterAll(async () => {
  await browser.close();
  await site.close();
});

test.each([1440, 390])(
  'every bubble at %i pixels: axe finds no fault, and the policy of the page refuses nothing',
  async (width) => {
    const { page, refused } = await site.open(width);
    expect(await axeFaults(page)).toEqual([]);
    await page.locator('.chat-scroll').evaluate((element) => void (element.scrollTop = element.scrollHeight / 2));
    // A large picture opens within the policy too, and Escape leads back to the bubble.
    await page.getByRole('button', { name: '查看大图' }).first().click();
    await page.getByRole('dialog', { name: '图片' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: '图片' }).waitFor({ state: 'detached' });
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('查看大图');
    // The same for the emoji; only then does Escape mean the room.
    await page.getByRole('button', { name: '表情' }).click();
    await page.getByRole('grid', { name: '表情' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('grid', { name: '表情' }).waitFor({ state: 'detached' });
    expect(await page.evaluate(() => window.chat?.closings())).toBe(0);
    await page.keyboard.press('Escape');
    expect(await page.evaluate(() => window.chat?.closings())).toBe(1);
    expect(refused).toEqual([]);
    await page.close();
  },
);

describe('10,000 messages', () => {
  test('older ones that come with late pictures, twenty times, move nothing on screen by more than a pixel', async () => {
    const { page, hold, release } = await site.open(390, '?rows=40');
    const scroller = page.locator('.chat-scroll');
    const shifts: number[] = [];
    for (let round = 0; round < 20; round += 1) {
      // Sometimes at the very top, sometimes within a row.
      await scroller.evaluate((element, top) => void (element.scrollTop = top), round % 3 === 0 ? 0 : 40 + round * 9);
      await page.evaluate(() => window.chat?.frames(2));
      hold();
      await page.evaluate(() => window.chat?.prepend(10));
      await release();
      shifts.push((await page.evaluate(() => window.chat?.shift())) ?? Infinity);
    }
    expect(shifts.filter((shift) => shift > 1)).toEqual([]);
    expect(shifts).toHaveLength(20);
    await page.close();
  });

  test('are sixty rows of the page at most, wherever one scrolls, and open at their end', async () => {
    const { page } = await site.open(1440, '?rows=10000');
    await page.getByText('第110000条', { exact: true }).waitFor();
    const most = await page.locator('.chat-scroll').evaluate(async (element) => {
      let rows = 0;
      for (let part = 25; part >= 0; part -= 1) {
        element.scrollTop = (element.scrollHeight * part) / 25;
        await window.chat?.frames(2);
        rows = Math.max(rows, element.querySelectorAll('[role=listitem]').length);
      }
      return rows;
    });
    expect(most).toBeLessThanOrEqual(60);
    expect(most).toBeGreaterThan(5);
    await page.getByText('第100001条', { exact: true }).waitFor();
    await page.getByRole('button', { name: '回到最新消息' }).click();
    await page.getByText('第110000条', { exact: true }).waitFor();
    await page.close();
  });
});

test('news follow the view at its end, wait behind a button where one reads further up, and never take the place away', async () => {
  const { page } = await site.open(1440, '?rows=200');
  await page.getByText('第100200条', { exact: true }).waitFor();
  await page.evaluate(() => window.chat?.receive(false, '对方的新消息'));
  await expect.poll(() => said(page, '对方的新消息').evaluate(isOnScreen)).toBe(true);

  const read = page.locator('[data-message=seq-100120]');
  await page.locator('.chat-scroll').evaluate((element) => void (element.scrollTop = element.scrollHeight * 0.58));
  await read.waitFor();
  const place = await read.boundingBox();
  await page.evaluate(() => {
    window.chat?.receive(false, '上面看不到的一');
    window.chat?.receive(false, '上面看不到的二');
  });
  const hint = page.getByRole('button', { name: '有新消息，2 条' });
  await hint.waitFor();
  expect(await read.boundingBox()).toEqual(place);
  // Who looks at another conversation and comes back finds the place again.
  await page.evaluate(() => window.chat?.reopen());
  const again = await read.boundingBox();
  expect(Math.abs((again?.y ?? NaN) - (place?.y ?? NaN))).toBeLessThanOrEqual(1);
  // A message that has the focus keeps it, wherever one scrolls.
  await read.focus();
  await page.locator('.chat-scroll').evaluate((element) => void (element.scrollTop = 0));
  await page.getByText('第100001条', { exact: true }).waitFor();
  expect(await read.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => said(page, '第100121条').evaluate(isOnScreen)).toBe(true);

  await hint.click();
  await expect.poll(() => said(page, '上面看不到的二').evaluate(isOnScreen)).toBe(true);
  await hint.waitFor({ state: 'detached' });

  // One's own message leads to the end from wherever one is.
  await page.locator('.chat-scroll').evaluate((element) => void (element.scrollTop = 0));
  await page.getByText('第100001条', { exact: true }).waitFor();
  await page.evaluate(() => window.chat?.receive(true, '我的新消息'));
  await expect.poll(() => said(page, '我的新消息').evaluate(isOnScreen)).toBe(true);
  await page.close();
});

test('a word that is being composed is never sent by the Enter that ends it; the next Enter sends it', async () => {
  const { page } = await site.open(390, '?rows=1');
  const keys = await page.context().newCDPSession(page);
  const sent = () => page.evaluate(() => window.chat?.dialog.calls.filter((call) => call.startsWith('send')) ?? []);
  const field = page.getByRole('textbox', { name: '消息内容' });
  await field.focus();
  await keys.send('Input.imeSetComposition', { text: 'nihao', selectionStart: 5, selectionEnd: 5 });
  await keys.send('Input.dispatchKeyEvent', {
    type: 'rawKeyDown',
    windowsVirtualKeyCode: 229,
    key: 'Enter',
    code: 'Enter',
  });
  await keys.send('Input.insertText', { text: '你好' });
  expect(await sent()).toEqual([]);
  expect(await field.inputValue()).toBe('你好');
  await page.keyboard.press('Shift+Enter');
  // A key so soon after the composition belongs to it: the next one counts.
  const breakLine = async () => {
    if ((await field.inputValue()) === '你好\n') await page.keyboard.press('Control+Enter');
    return field.inputValue();
  };
  await expect.poll(breakLine).toBe('你好\n\n');
  await page.keyboard.type('见');
  await page.keyboard.press('Enter');
  await expect.poll(sent).toEqual(['send 你好\n\n见']);
  await expect.poll(() => field.inputValue()).toBe('');
  await page.close();
});

const said = (page: Page, text: string) => page.getByRole('list', { name: '消息' }).getByText(text, { exact: true });

function isOnScreen(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  const list = (document.querySelector('.chat-scroll') as Element).getBoundingClientRect();
  return top >= list.top && bottom <= list.bottom;
}
