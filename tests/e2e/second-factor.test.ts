import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SAMPLE_PASSWORD } from '#server/commands/seed/store-sample.ts';
import { codeAt } from '#tests/support/account/second-factor.ts';
import { startRunningApp, type RunningApp } from '#tests/support/app/running-app.ts';
import { TEST_NOW } from '#tests/support/app/test-app.ts';
import { axeFaults } from '#tests/support/browser/axe-faults.ts';

let product: RunningApp;
let time = TEST_NOW.getTime();
const now = () => new Date(time);
beforeAll(async () => {
  product = await startRunningApp({}, now, undefined, true);
});
afterAll(() => product.close());

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const secretOn = async (page: Page) =>
  ((await page.locator('.factor-typed code').textContent()) ?? '').replaceAll(' ', '');

async function signIn(page: Page, username: string): Promise<void> {
  await page.getByLabel('账号').fill(username);
  await page.getByLabel('密码', { exact: true }).fill(SAMPLE_PASSWORD);
  await press(page, '登录');
}

describe('staff who have yet to set up a second factor', () => {
  let secret = '';
  let recoveryCode = '';

  test('are led to it from wherever they go, set it up by keys, and come to where they wanted', async () => {
    const page = await product.open(await product.openBrowser('visitor'), '/login?tab=password&redirect=/staff/users');
    await signIn(page, 'staff');
    await page.getByRole('heading', { name: '设置两步验证' }).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await page.getByLabel('登录密码').focus();
    await page.keyboard.type(SAMPLE_PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByAltText('两步验证二维码').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    secret = await secretOn(page);
    await page.keyboard.type(codeAt(secret, now()));
    await page.keyboard.press('Enter');
    const codes = page.getByRole('region', { name: '恢复码' });
    await codes.waitFor();
    expect(await codes.getByRole('listitem').count()).toBe(10);
    recoveryCode = (await codes.getByRole('listitem').first().textContent()) ?? '';
    expect(await axeFaults(page)).toEqual([]);
    await press(page, '我已保存');
    await page.waitForURL('**/#/staff/users');
  });

  test('are asked for a code from then on, or for a recovery code, also on a phone', async () => {
    const page = await product.open(
      await product.openBrowser('visitor', 390),
      '/login?tab=password&redirect=/staff/log',
    );
    await signIn(page, 'staff');
    await page.getByRole('heading', { name: '两步验证' }).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await page.keyboard.type('000000');
    await page.keyboard.press('Enter');
    await page.getByText('验证码错误或已使用').waitFor();
    time += 30_000;
    await page.getByLabel('动态验证码').fill(codeAt(secret, now()));
    await press(page, '验证并登录');
    await page.waitForURL('**/#/staff/log');

    const other = await product.open(await product.openBrowser('visitor', 390), '/login?tab=password');
    await signIn(other, 'staff');
    await press(other, '手机不在身边？使用恢复码');
    await other.keyboard.type(recoveryCode);
    await other.keyboard.press('Enter');
    expect(await other.waitForURL('**/#/home').then(() => true)).toBe(true);
  });
});

test('A user looks after a second factor on the security page', async () => {
  const page = await product.open(await product.openBrowser('member', 390), '/personalCenter?page=security');
  const card = page.getByRole('region', { name: '两步验证' });
  await card.getByRole('button', { name: '开启' }).click();
  await card.getByLabel('登录密码').fill(SAMPLE_PASSWORD);
  await press(page, '下一步');
  await page.getByAltText('两步验证二维码').waitFor();
  await card.getByLabel('动态验证码').fill(codeAt(await secretOn(page), now()));
  await press(page, '确认开启');
  await press(page, '我已保存');
  await card.getByText('剩余 10 个恢复码').waitFor();
  expect(await axeFaults(page)).toEqual([]);
  expect(await card.getByRole('button', { name: '关闭' }).isVisible()).toBe(true);
});
