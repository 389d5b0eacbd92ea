import type { BrowserContext, Page } from 'playwright-core';
import { listObjects } from '#schemas/api/metadata.ts';
import type { ReplyOf } from '#schemas/api/route.ts';
import { BINDINGS } from '#schemas/bindings.ts';
import { formPath } from '#client/lib/router.ts';
import type { RunningApp } from '#tests/support/app/running-app.ts';
import type { Who } from '#tests/support/app/test-app.ts';

/** A page worth a picture, and how it is brought to its best. */
export interface Picture {
  readonly name: string;
  readonly who: Who;
  readonly path: string;
  /** What to do on the page before the picture, and what to wait for. */
  readonly ready: (page: Page) => Promise<unknown>;
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 }).first().waitFor();
const rows = (page: Page) => page.getByRole('gridcell').first().waitFor();

/** The id of the record that is first in an order. */
async function firstId(app: RunningApp, staff: BrowserContext, objectApiName: string, field: string): Promise<string> {
  const reply = await staff.request.post(`${app.address}/api/metadata/data/getLayoutAndDataList`, {
    data: { objectApiName, sort: [{ field, order: 'desc' }], pageSize: 1 },
    headers: { origin: app.address },
  });
  return ((await reply.json()) as { data: { list: { id: string }[] } }).data.list[0]?.id ?? '';
}

interface Ids {
  readonly company: string;
  readonly institution: string;
}

async function bestIds(app: RunningApp): Promise<Ids> {
  const staff = await app.openBrowser('staff');
  const company = await firstId(app, staff, 'InsightCompany', 'roundsCount');
  const institution = await firstId(app, staff, 'InsightOrg', 'dealsCount');
  await staff.close();
  return { company, institution };
}

async function openChat(page: Page): Promise<void> {
  await page.getByRole('region', { name: '联系人' }).getByRole('button', { name: '私信' }).click();
  const room = page.getByRole('dialog', { name: '私信' });
  for (const text of ['您好，我们在看贵司所在的赛道', '方便发一份商业计划书吗？']) {
    await room.getByRole('textbox', { name: '消息内容' }).fill(text);
    await room.getByRole('textbox', { name: '消息内容' }).press('Enter');
    await room.getByRole('list', { name: '消息' }).getByText(text).waitFor();
  }
}

async function openCharts(page: Page): Promise<void> {
  await page.getByRole('tab', { name: '投资记录' }).click();
  await page.locator('.detail-charts :is(canvas, svg)').first().waitFor();
}

/** The pictures of README and the manual. */
export async function documentPictures(app: RunningApp): Promise<readonly Picture[]> {
  const { company, institution } = await bestIds(app);
  return [
    { name: 'landing', who: 'visitor', path: '/dashboard', ready: (page) => page.getByText('1,200').first().waitFor() },
    { name: 'list', who: 'svip', path: '/data/InsightCompany', ready: rows },
    { name: 'company', who: 'svip', path: `/insight/InsightCompany/${company}`, ready: heading },
    { name: 'institution', who: 'svip', path: `/insight/InsightOrg/${institution}`, ready: openCharts },
    {
      name: 'search',
      who: 'svip',
      path: '/search/result?wd=%E7%A7%91%E6%8A%80',
      ready: (page) => page.getByRole('link').filter({ hasText: '科技' }).first().waitFor(),
    },
    { name: 'chat', who: 'investor', path: '/insight/InsightCompany/1', ready: openChat },
    { name: 'profile', who: 'founder', path: '/personalCenter', ready: heading },
    {
      name: 'metadata',
      who: 'staff',
      path: '/staff/metadata/InsightCompany',
      ready: (page) => page.getByRole('button', { name: '添加字段' }).waitFor(),
    },
    { name: 'import', who: 'staff', path: '/staff/import', ready: heading },
  ];
}

/** Every main screen, for looking at all of them. */
export async function mainScreens(app: RunningApp): Promise<readonly Picture[]> {
  const { company } = await bestIds(app);
  const plain = (name: string, who: Who, path: string, ready = heading): Picture => ({ name, who, path, ready });
  return [
    ...(await documentPictures(app)),
    plain('login', 'visitor', '/login'),
    plain('forget', 'visitor', '/forget'),
    plain('closed', 'visitor', `/insight/InsightCompany/${company}`, (page) => page.locator('main').waitFor()),
    plain('public-search', 'visitor', '/search/result?wd=%E7%A7%91%E6%8A%80', (page) => page.locator('main').waitFor()),
    plain('home', 'svip', '/home'),
    plain('home-founder', 'founder', '/home'),
    plain('deals', 'svip', '/data/transaction', rows),
    plain('projects', 'investor', '/InvestmentFinancing/project', rows),
    plain('form', 'founder', formPath(BINDINGS.financing.object)),
    plain('identity', 'founder', '/personalCenter?page=identity'),
    plain('security', 'founder', '/personalCenter?page=security'),
    plain('messages', 'founder', '/messageCenter'),
    plain('matching', 'investor', '/matching/projects'),
    plain('workbench', 'investor', '/workbench'),
    plain('visitors', 'founder', '/visitors'),
    plain('coins', 'founder', '/coins'),
    plain('vip', 'founder', '/vip'),
    plain('orders', 'founder', '/orders'),
    plain('contacts', 'founder', '/contacts/settings'),
    plain('lives', 'investor', '/lives'),
    plain('staff-users', 'staff', '/staff/users', rows),
    plain('staff-reviews', 'staff', '/staff/identity'),
    plain('staff-objects', 'staff', '/staff/metadata'),
    plain('staff-options', 'staff', '/staff/options'),
    plain('staff-audit', 'staff', '/staff/audit'),
    plain('staff-packages', 'staff', '/staff/packages'),
    plain('staff-quality', 'staff', '/staff/quality'),
    plain('not-found', 'svip', '/nowhere'),
    plain('forbidden', 'svip', '/403'),
    plain('help', 'svip', '/helpCenter'),
    plain('scan', 'svip', '/scan'),
    plain('verify-email', 'visitor', '/verifyEmail'),
    plain('jingchat', 'svip', '/jingchat'),
    plain('album', 'visitor', '/album/InsightProject/1'),
    plain('pdf', 'investor', '/pdfViewer'),
    plain('viewers', 'founder', '/contacts/viewers'),
    plain('plan-requests', 'founder', '/contacts/plans'),
    plain('staff-import', 'staff', '/staff/import/1'),
    plain('staff-merge', 'staff', `/staff/merge/InsightCompany/${company}`),
    ...(await listScreens(app)),
  ];
}

const ROLES = ['founder', 'investor', 'svip', 'staff'] as const;

/** The list of every object as each role sees it, named after the role and the address, so that two folders pair up. */
async function listScreens(app: RunningApp): Promise<readonly Picture[]> {
  const screens: Picture[] = [];
  for (const who of ROLES) {
    const context = await app.openBrowser(who);
    const reply = await context.request.get(`${app.address}${listObjects.path}`);
    const { data } = (await reply.json()) as { data: ReplyOf<typeof listObjects> };
    await context.close();
    for (const { route } of data)
      if (route !== undefined)
        screens.push({ name: `${who}${route.replaceAll('/', '-')}`, who, path: route, ready: heading });
  }
  return screens;
}
