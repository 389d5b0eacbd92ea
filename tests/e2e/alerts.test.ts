import { afterAll, beforeAll, expect, it } from 'vitest';
import { axeFaults } from '#tests/support/browser/axe-faults.ts';
import { type RunningApp, startRunningApp } from '#tests/support/app/running-app.ts';

let app: RunningApp;
beforeAll(async () => {
  app = await startRunningApp();
});
afterAll(() => app.close());

it('a view is subscribed to, what staff write comes to the bell and the page, and the subscription is ended', async () => {
  const investor = await app.openBrowser('investor');
  const list = await app.open(investor, '/data/InsightCompany?q=量子');
  await list.getByRole('button', { name: '订阅' }).click();
  const saving = list.getByRole('dialog', { name: '另存为视图' });
  await saving.getByRole('button', { name: '保存' }).click();
  const choosing = list.getByRole('dialog', { name: '订阅视图“量子”' });
  await choosing.getByRole('radio', { name: /^即时/ }).click();
  expect(await axeFaults(list)).toEqual([]);
  await choosing.getByRole('button', { name: '订阅', exact: true }).click();
  await list.getByRole('button', { name: '已订阅' }).waitFor();
  const bell = list.getByRole('banner').getByRole('link', { name: /^消息中心/ });
  const before = await bell.getAttribute('aria-label');

  const staff = await app.openBrowser('staff');
  const written = await staff.request.post(`${app.address}/api/metadata/data/InsightCompany`, {
    headers: { origin: app.address },
    data: { clientKey: 'alerts-walk', values: { name: '澜图量子' } },
  });
  expect(written.ok()).toBe(true);

  await list.getByRole('button', { name: '新增 1' }).waitFor();
  await expect.poll(() => bell.getAttribute('aria-label')).not.toBe(before);
  await bell.click();
  await list.getByRole('tab', { name: /^系统通知/ }).click();
  await list.getByText(/澜图量子.*命中：量子/).waitFor();

  await list.goto(`${app.address}/#/personalCenter?page=subscriptions`);
  await list.getByText('新增 1').waitFor();
  await list.getByRole('button', { name: '量子的最近提醒' }).click();
  await list.getByRole('link', { name: /^澜图量子/ }).waitFor();
  expect(await axeFaults(list)).toEqual([]);
  await list.getByRole('button', { name: '取消订阅 量子' }).click();
  await list.getByRole('dialog', { name: '取消订阅？' }).getByRole('button', { name: '取消订阅' }).click();
  await list.getByText(/^还没有订阅/).waitFor();
});

it('a fixed list is subscribed to as it is seen: what its own condition leaves out alerts no one', async () => {
  const reader = await app.openBrowser('svip');
  const list = await app.open(reader, '/data/largeTransaction');
  await list.getByRole('button', { name: '订阅' }).click();
  const saving = list.getByRole('dialog', { name: '另存为视图' });
  await saving.getByLabel('视图名称').fill('亿元交易');
  await saving.getByRole('button', { name: '保存' }).click();
  const choosing = list.getByRole('dialog', { name: '订阅视图“亿元交易”' });
  await choosing.getByRole('radio', { name: /^即时/ }).click();
  await choosing.getByRole('button', { name: '订阅', exact: true }).click();
  await list.getByRole('button', { name: '已订阅' }).waitFor();
  expect(new URL(list.url()).hash).toContain('/data/largeTransaction');

  const staff = await app.openBrowser('staff');
  for (const [title, num] of [
    ['澜图小额 · A轮', '90000000'],
    ['澜图大额 · A轮', '110000000'],
  ] as const) {
    const written = await staff.request.post(`${app.address}/api/metadata/data/InsightTransaction`, {
      headers: { origin: app.address },
      data: {
        clientKey: `fixed-list-${num}`,
        values: { title, company: { id: '1' }, amount: { num, currency: 'CNY' } },
      },
    });
    expect(await written.json()).toMatchObject({ code: 0 });
  }

  await list.getByRole('button', { name: '新增 1' }).waitFor();
  await list.goto(`${app.address}/#/personalCenter?page=subscriptions`);
  await list.getByRole('button', { name: '亿元交易的最近提醒' }).click();
  await list.getByRole('link', { name: /^澜图大额/ }).waitFor();
  expect(await list.getByText('澜图小额').count()).toBe(0);
});
