import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startRunningApp } from '#tests/support/app/running-app.ts';
import { axeFaults } from '#tests/support/browser/axe-faults.ts';

let product: RunningApp;
beforeAll(async () => {
  product = await startRunningApp();
});
afterAll(() => product.close());

const box = (page: Page): Locator => page.getByRole('textbox', { name: '问题' });
const turns = (page: Page): Locator => page.locator('.jing-thread > li');
const press = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true }).first().click();

/** Asks by Enter; gives the place of the answer, once it is there. */
async function ask(page: Page, question: string): Promise<Locator> {
  const before = await turns(page).count();
  await box(page).fill(question);
  await box(page).press('Enter');
  const turn = turns(page).nth(before);
  await turn.locator('.jing-foot').waitFor();
  return turn;
}

describe.each([
  ['founder', 390],
  ['investor', 1440],
] as const)('a %s at %i pixels', (who, width) => {
  test('asks an example, follows a question back, opens the list, renames and removes the conversation', async () => {
    const page = await product.open(await product.openBrowser(who, width), '/jingchat');
    const example = page.getByRole('region', { name: '可以这样问' }).getByRole('button').first();
    await example.waitFor();
    expect(await axeFaults(page)).toEqual([]);
    const question = await example.innerText();
    await example.click();
    await turns(page).first().getByRole('table').waitFor();
    await page.getByRole('heading', { level: 1, name: question }).waitFor();

    const back = await ask(page, '10家以上的行业赛道');
    await back.getByRole('list', { name: '请选择' }).getByRole('button').first().click();
    await turns(page).nth(2).getByRole('list', { name: '查询条件' }).waitFor();

    const answer = await ask(page, '北京的企业有哪些');
    const total = /共 ([\d,]+) 家/.exec(await answer.innerText())?.[1];
    expect(await axeFaults(page)).toEqual([]);
    const opening = page.waitForEvent('popup');
    await answer.getByRole('link', { name: '在列表中打开、导出 ›' }).click();
    const list = await opening;
    await list.getByText(`共 ${total} 家`).first().waitFor();
    await list.close();

    if (width < 900) await press(page, '对话记录');
    await press(page, `“${question}”的操作`);
    await page.getByRole('menuitem', { name: '重命名' }).click();
    await page.getByRole('textbox', { name: '名称' }).fill('我的问题');
    await press(page, '保存');
    await page.getByRole('heading', { level: 1, name: '我的问题' }).waitFor();
    await page.reload();
    await turns(page).nth(3).getByRole('table').waitFor();
    if (width < 900) await press(page, '对话记录');
    await press(page, '“我的问题”的操作');
    await page.getByRole('menuitem', { name: '删除' }).click();
    if (width < 900) await press(page, '对话记录');
    await press(page, '恢复');
    await page.getByRole('button', { name: '我的问题', exact: true }).waitFor();
  });
});

test('an answer is stopped by Escape, and asked for again', async () => {
  const page = await product.open(await product.openBrowser('investor'), '/jingchat');
  const asking = '**/api/rong/jingchat/ask';
  // The answer does not come.
  await page.route(asking, () => undefined);
  await box(page).fill('上海的企业有哪些');
  await box(page).press('Enter');
  await page.getByRole('list', { name: '进度' }).waitFor();
  await box(page).press('Escape');
  await page.getByText('已停止，没有回答').first().waitFor();
  await page.unroute(asking);
  await press(page, '重试');
  await turns(page).first().getByRole('table').waitFor();
  expect(await turns(page).count()).toBe(1);
});

test('trouble of the database names the stage, and the question is answered once it is over', async () => {
  const page = await product.open(await product.openBrowser('founder', 390), '/jingchat');
  await box(page).waitFor();
  const { pool } = product.database;
  await pool.query('alter table "InsightCompany" rename to companies_away');
  try {
    const answer = await ask(page, '上海的企业有哪些');
    expect(await answer.getByRole('alert').innerText()).toMatch(/^“(理解问题|查询数据)”没有完成：服务暂不可用/);
  } finally {
    await pool.query('alter table companies_away rename to "InsightCompany"');
  }
  await press(page, '重试');
  await turns(page).first().getByRole('table').waitFor();
});
