import type { AppBrowsers } from './app-browsers.ts';

/** Approves in the queue of grants, as a second member of staff, what another one asked for. */
export async function approveGrant(app: AppBrowsers, title: string): Promise<void> {
  const money = await app.openBrowser('money');
  const queue = await app.open(money, '/staff/grant-requests?state=open');
  const row = queue.getByRole('row', { name: new RegExp(title) });
  await row.getByRole('button', { name: '批准' }).click();
  await queue.getByRole('dialog').getByRole('button', { name: '批准' }).click();
  await row.waitFor({ state: 'detached' });
  await money.close();
}
