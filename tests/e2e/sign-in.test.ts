import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SAMPLE_PASSWORD } from '#server/commands/seed/store-sample.ts';
import { axeFaults } from '#tests/support/browser/axe-faults.ts';
import { readQr } from '#tests/support/account/read-qr.ts';
import { startRunningApp, type RunningApp } from '#tests/support/app/running-app.ts';
import { SentCodes } from '#tests/support/account/sent-codes.ts';
import { KnownHoles } from '#tests/support/account/solve-captcha.ts';

const sent = new SentCodes();
const holes = new KnownHoles();
let product: RunningApp;
beforeAll(async () => {
  product = await startRunningApp({ ...sent.providers, captcha: holes.open });
});
afterAll(() => product.close());

const visit = async (path: string, width?: number): Promise<Page> =>
  product.open(await product.openBrowser('visitor', width), path);
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
/** Waits until a page is at a path of ours. */
const isAt = async (page: Page, path: string): Promise<boolean> => {
  await page.waitForURL(`**/#${path}`);
  return true;
};

async function signInByPassword(page: Page, username: string, password: string): Promise<void> {
  await page.getByLabel('账号').fill(username);
  await page.getByLabel('密码', { exact: true }).fill(password);
  await press(page, '登录');
}

describe('a person signs in', () => {
  test('by text message, behind the captcha, and comes to where he wanted to go', async () => {
    const page = await visit('/insight/InsightCompany/1');
    await isAt(page, '/login?redirect=%2Finsight%2FInsightCompany%2F1');
    await page.getByLabel('手机号').fill('19900000001');
    await press(page, '获取验证码');
    await holes.drag(page);
    await page.getByText('秒后重发').waitFor();
    await page.getByLabel('验证码').fill(await sent.codeTo('+8619900000001'));
    await press(page, '登录');
    await isAt(page, '/insight/InsightCompany/1');
    expect(await page.getByText('登录成功').textContent()).toBe('登录成功');
  });

  test('without a mouse: every step by keys', async () => {
    const page = await visit('/login');
    await page.getByLabel('手机号').fill('19900000099');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await holes.press(page);
    await page.getByText('秒后重发').waitFor();
    await page.getByLabel('验证码').focus();
    await page.keyboard.type(await sent.codeTo('+8619900000099'));
    await page.keyboard.press('Enter');
    expect(await isAt(page, '/home')).toBe(true);
  });

  test('by password; after wrong ones the captcha comes first, and the right one goes in by itself', async () => {
    const page = await visit('/login?tab=password&redirect=%2Fdata%2Fnews');
    const puzzle = page.getByRole('slider', { name: '拼图位置' });
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await signInByPassword(page, 'organisation', `wrong-${attempt}`);
      await page.getByText('账号或密码错误').waitFor();
    }
    await signInByPassword(page, 'organisation', SAMPLE_PASSWORD);
    await puzzle.waitFor();
    await holes.drag(page);
    expect(await isAt(page, '/data/news')).toBe(true);
  });

  test('with the piece in the wrong place is shown another puzzle', async () => {
    const page = await visit('/login');
    await page.getByLabel('手机号').fill('19900000004');
    await press(page, '获取验证码');
    const puzzle = page.getByRole('slider', { name: '拼图位置' });
    await puzzle.press('ArrowRight');
    await puzzle.press('Enter');
    await page.getByText('滑块验证未通过，请重试').waitFor();
    await holes.drag(page);
    await page.getByText('秒后重发').waitFor();
    expect(await puzzle.count()).toBe(0);
  });

  test('by QR code: the phone confirms, and this browser is in', async () => {
    const desk = await visit('/login?tab=qr&redirect=%2Fdata%2FInsightFund');
    const picture = desk.getByAltText('登录二维码');
    await picture.waitFor();
    const address = await readQr(await picture.screenshot());
    expect(address.startsWith(`${product.address}/#/scan?ticket=`)).toBe(true);
    // A phone whose owner has to sign in first comes back to the question.
    const phone = await visit(address.slice(`${product.address}/#`.length), 390);
    await phone.waitForURL(/#\/login\?redirect=%2Fscan/);
    await phone.getByRole('tab', { name: '密码登录' }).click();
    await signInByPassword(phone, 'svip', SAMPLE_PASSWORD);
    await phone.getByRole('heading', { name: '登录确认' }).waitFor();
    await phone.getByText('127.0.0.1').waitFor();
    await press(phone, '确认登录');
    await phone.getByRole('heading', { name: '已确认登录' }).waitFor();
    await isAt(desk, '/data/InsightFund');
    await desk.getByText('示例会员').waitFor();
  });
});

test('a forgotten password is set again, and every session of the account ends', async () => {
  const before = await product.open(await product.openBrowser('investor'), '/home');
  await before.getByRole('heading', { name: /示例投资人/ }).waitFor();
  const page = await visit('/login?tab=password');
  await page.getByRole('link', { name: '忘记密码' }).click();
  await page.getByLabel('手机号').fill('19900000002');
  await press(page, '下一步');
  await holes.drag(page);
  await page.getByLabel('验证码').fill(await sent.codeTo('+8619900000002'));
  await press(page, '下一步');
  await page.getByLabel('新密码', { exact: true }).fill('Another 2026');
  await page.getByLabel('再次输入新密码', { exact: true }).fill('Another 2026');
  await press(page, '完成');
  await page.getByText('密码已重置，请使用新密码登录').waitFor();
  await signInByPassword(page, 'investor', SAMPLE_PASSWORD);
  await page.getByText('账号或密码错误').waitFor();
  await signInByPassword(page, 'investor', 'Another 2026');
  await isAt(page, '/home');
  await before.goto(`${product.address}/#/data/news`);
  await before.reload();
  await isAt(before, '/login?redirect=%2Fdata%2Fnews');
  expect(await before.getByText('密码已修改，请重新登录').textContent()).toBe('密码已修改，请重新登录');
});

test('signing out in one tab signs out the other, and the back button shows nothing any more', async () => {
  const context = await product.openBrowser('founder');
  const [one, two] = [await product.open(context, '/home'), await product.open(context, '/home')];
  await one.getByRole('navigation', { name: '主导航' }).getByRole('link', { name: '资讯' }).click();
  await one.locator('[role=row][data-row]').first().waitFor();
  await press(two, '示例创业者');
  await two.getByRole('menuitem', { name: '退出登录' }).click();
  for (const page of [one, two]) await isAt(page, '/dashboard');
  expect((await context.cookies()).some(({ name }) => name === 'kr_plus_id')).toBe(false);
  await one.goBack();
  await isAt(one, '/dashboard');
  await two.goto(`${product.address}/#/login?tab=password`);
  await signInByPassword(two, 'founder', SAMPLE_PASSWORD);
  await isAt(two, '/home');
  await isAt(one, '/home');
});

describe('the landing page', () => {
  test('shows live counts and the latest deals, whose details ask to sign in', async () => {
    const page = await visit('/');
    await isAt(page, '/dashboard');
    await page.getByRole('heading', { name: '最新交易事件' }).waitFor();
    expect(await page.locator('.landing-counts dd').count()).toBe(11);
    const deals = page.locator('.landing-latest li');
    expect(await deals.count()).toBe(8);
    await deals.first().getByRole('link').click();
    await page.waitForURL(/#\/login\?redirect=%2Finsight%2FInsightTransaction%2F\d+/);
  });
});

describe('at every width', () => {
  const VISITED = [
    ['/dashboard', '看清一级市场的交易与资本'],
    ['/login', '登录鲸图'],
    ['/login?tab=password', '登录鲸图'],
    ['/login?tab=qr', '登录鲸图'],
    ['/forget', '重置密码'],
  ] as const;

  /** What is wrong with a page for some of those who use it. */
  async function faults(context: BrowserContext, path: string, heading: string): Promise<string[]> {
    const page = await product.open(context, path);
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    await page.waitForLoadState('networkidle');
    const found = await axeFaults(page);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    await page.close();
    return [
      ...found.map((fault) => `${path} ${fault}`),
      ...(overflow > 0 ? [`${path} is ${overflow} px too wide`] : []),
    ];
  }

  test.each([390, 1440])('%i px: pages before the session can be used by every user', async (width) => {
    const context = await product.openBrowser('visitor', width);
    for (const [path, heading] of VISITED) expect(await faults(context, path, heading)).toEqual([]);
    const signedIn = await product.openBrowser('founder', width);
    expect(await faults(signedIn, '/scan?ticket=none', '二维码已失效')).toEqual([]);
  });

  test.each([390, 1440])('%i px: so can the captcha and the question on the phone', async (width) => {
    const page = await visit('/login', width);
    await page.getByLabel('手机号').fill('19900000005');
    await press(page, '获取验证码');
    await page.getByRole('slider', { name: '拼图位置' }).waitFor();
    expect(await axeFaults(page, '[role=dialog]')).toEqual([]);
    const desk = await visit('/login?tab=qr');
    const picture = desk.getByAltText('登录二维码');
    await picture.waitFor();
    const address = await readQr(await picture.screenshot());
    const phone = await product.openBrowser('founder', width);
    expect(await faults(phone, address.slice(`${product.address}/#`.length), '登录确认')).toEqual([]);
  });
});
