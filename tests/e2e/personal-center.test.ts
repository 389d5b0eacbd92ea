import type { BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFaults } from '#tests/support/browser/axe-faults.ts';
import { startRunningApp, type RunningApp } from '#tests/support/app/running-app.ts';

/** The pages in the order of their navigation, each with the heading that says it has come. */
const PAGES = [
  '个人资料',
  '身份认证',
  '账号安全',
  '登录设备',
  '履历',
  '关注领域',
  '我的清单',
  '我的申请',
  '我的订阅',
  '我的笔记',
  '数据导出',
  '联系方式设置',
  '谁看过我',
  'BP申请',
  'SVIP',
  '鲸币',
  '订单',
  '我的权益',
];

let product: RunningApp;
let founder: BrowserContext;
beforeAll(async () => {
  product = await startRunningApp();
  founder = await product.openBrowser('founder');
});
afterAll(() => product.close());

test.each([1440, 390])(
  'every page is reached by keys alone at %i pixels, fits, and axe finds no fault',
  async (width) => {
    const context = await product.openBrowser('founder', width);
    const page = await product.open(context, '/personalCenter');
    await page.getByRole('heading', { name: '个人资料', level: 1 }).waitFor();
    const nav = page.getByRole('navigation', { name: '个人中心' });
    await nav.getByRole('link').first().focus();
    const faults: string[] = [];
    for (const [index, name] of PAGES.entries()) {
      if (index > 0) await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await nav.locator('a[aria-current="page"]', { hasText: new RegExp(`^${name}$`) }).waitFor();
      await page.locator('#content h1').first().waitFor();
      await page.locator('#content .MuiSkeleton-root').first().waitFor({ state: 'detached' });
      faults.push(...(await axeFaults(page)).map((fault) => `${name} ${fault}`));
      const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      if (over > 0) faults.push(`${name} is ${over} pixels too wide`);
    }
    expect(faults).toEqual([]);
    await context.close();
  },
);

test('another device is signed out from here, and its next step says why', async () => {
  const other = await product.openBrowser('founder', 390);
  const there = await product.open(other, '/home');
  await there.getByRole('heading', { name: '最新交易事件' }).waitFor();
  const here = await product.open(founder, '/personalCenter?page=devices');
  await here.getByRole('button', { name: '退出其他所有设备' }).click();
  await here.getByRole('dialog', { name: '退出其他所有设备？' }).getByRole('button', { name: '退出登录' }).click();
  await here
    .getByRole('button', { name: /^退出 / })
    .first()
    .waitFor({ state: 'detached' });
  await there.goto(`${product.address}/#/data/InsightCompany`);
  await there.waitForURL('**/#/login?redirect=*');
  await there.getByText('此登录已在其他设备上退出，请重新登录').waitFor();
  expect(await here.getByText('当前设备').count()).toBe(1);
  await other.close();
  await here.close();
});

test('work is written in the form of its object, deleted, and brought back', async () => {
  const page = await product.open(founder, '/personalCenter?page=records');
  await page.getByRole('button', { name: '添加工作经历' }).click();
  await page.getByRole('textbox', { name: /单位名称/ }).fill('示例科技');
  await page.getByRole('textbox', { name: /职务/ }).fill('工程师');
  await page.getByRole('textbox', { name: /入职时间/ }).fill('2020-03');
  await page.getByRole('textbox', { name: /离职时间/ }).fill('2023-05');
  await page.getByRole('button', { name: '保存' }).click();
  const item = page.getByRole('listitem').filter({ hasText: '示例科技' });
  await item.waitFor();
  await page.getByRole('button', { name: '删除示例科技' }).click();
  await item.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: '撤销' }).click();
  await item.waitFor();
  expect(await item.textContent()).toContain('入职时间2020年3月');
  await page.close();
});

test('an export is begun, arrives, counts once, and is fetched again without counting', async () => {
  const page = await product.open(founder, '/personalCenter?page=exports');
  await page.getByText('今日还可导出 10 次').waitFor();
  await page.getByRole('combobox', { name: '数据' }).click();
  await page.getByRole('option', { name: '资讯' }).click();
  const [first] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: '开始导出' }).click(),
  ]);
  expect(first.suggestedFilename()).toMatch(/^资讯列表-\d{8}\.xlsx$/);
  await page.getByText('今日还可导出 9 次').waitFor();
  // One export of a user is sent at a time.
  await first.path();
  const [again] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: new RegExp(`^下载 ${first.suggestedFilename()}`) }).click(),
  ]);
  expect(again.suggestedFilename()).toBe(first.suggestedFilename());
  await page.reload();
  await page.getByText('今日还可导出 9 次').waitFor();
  await page.close();
});

test('an account is closed after its owner has read what goes, and no user signs in to it again', async () => {
  const context = await product.openBrowser('member');
  const page = await product.open(context, '/personalCenter?page=security');
  await page.getByRole('button', { name: '注销账号' }).click();
  await page.getByText('将被删除', { exact: true }).waitFor();
  await page.locator('input[type=password]').fill('jingtu-2026');
  await page.getByRole('checkbox', { name: /我已了解/ }).check();
  const forfeit = page.getByRole('checkbox', { name: /我自愿放弃/ });
  if (await forfeit.isVisible()) await forfeit.check();
  await page.getByRole('button', { name: '注销账号' }).click();
  await page.getByRole('button', { name: '确定注销' }).click();
  await page.waitForURL('**/#/dashboard');
  const reply = await context.request.post(`${product.address}/api/p/passport/sign_in`, {
    form: { username: 'member', password: 'jingtu-2026' },
    headers: { origin: product.address },
  });
  expect(reply.status()).toBe(401);
  await context.close();
});
