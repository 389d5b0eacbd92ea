import type { Page } from 'playwright-core';
import { BINDINGS } from '#schemas/bindings.ts';
import { formPath, projectsPath } from '#client/lib/router.ts';
import type { RunningApp } from '#tests/support/app/running-app.ts';
import { documentPictures, type Picture } from './pictures.ts';

const heading = (page: Page) => page.getByRole('heading', { level: 1 }).first().waitFor();

async function ask(page: Page): Promise<void> {
  await page.getByRole('textbox').last().fill('各轮次的融资事件数量');
  await page.getByRole('textbox').last().press('Enter');
  await page.getByText(/轮/).nth(3).waitFor();
}

/** The pictures of the articles of the help center. */
export async function helpPictures(app: RunningApp): Promise<readonly Picture[]> {
  const shared = new Set(['list', 'company', 'search', 'chat', 'profile', 'import']);
  return [
    ...(await documentPictures(app)).filter(({ name }) => shared.has(name)),
    { name: 'login', who: 'visitor', path: '/login', ready: heading },
    { name: 'financing', who: 'founder', path: '/financing', ready: heading },
    { name: 'financing-form', who: 'founder', path: formPath(BINDINGS.financing.object), ready: heading },
    { name: 'matching', who: 'investor', path: projectsPath(), ready: heading },
    { name: 'pipeline', who: 'founder', path: '/pipeline', ready: heading },
    { name: 'jingchat', who: 'investor', path: '/jingchat', ready: ask },
    { name: 'vip', who: 'founder', path: '/vip', ready: heading },
  ];
}
