import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { listObjects } from '#schemas/api/metadata.ts';
import type { Profile } from '#schemas/api/session.ts';
import { readWaiting, type WaitingQueue } from '#schemas/api/waiting.ts';
import { FOUNDER_PROFILE, STAFF_PROFILE } from '#tests/support/account/founder-profile.ts';
import { openScreen } from '#tests/support/ui/screen.ts';
import { closeApp, openApp, server } from '#tests/ui/app/app-world.tsx';

const STAFF = STAFF_PROFILE;
const queue = (objectApiName: string, label: string, route: string, count: number): WaitingQueue => ({
  objectApiName,
  label,
  route,
  link: route,
  count,
  first: [],
});
const list = (apiName: string, label: string, route: string, more = {}) => ({
  apiName,
  label,
  version: 1,
  route,
  onHome: false,
  creatable: false,
  forMembers: true,
  ...more,
});
const kept = (apiName: string, label: string, route: string, heading: string, position: number, more = {}) =>
  list(apiName, label, route, { kind: 'system', heading, position, ...more });
const DATA = [
  list('InsightCompany', '企业', '/data/InsightCompany', { position: 10, icon: 'company' }),
  list('MyOrder', '我的订单', '/orders', { kind: 'system' }),
];
const world = (profile: Profile = STAFF) =>
  server(profile)
    .on(listObjects, () =>
      profile.staff
        ? [
            ...DATA,
            kept('Correction', '纠错审核', '/staff/corrections', '审核', 2030),
            kept('Report', '举报', '/staff/reports', '审核', 2040, { link: '/staff/reports?state=open' }),
            kept('Duplicate', '疑似重复', '/staff/duplicates', '审核', 2050),
            kept('WhiteListEntry', '联系方式白名单', '/staff/white-list', '用户', 2140),
            list('Product', '商品目录', '/data/Product', { heading: '商品', position: 2310 }),
            kept('Order', '订单', '/staff/orders', '商品', 2320),
            kept('BulkEdit', '批量编辑', '/staff/bulk-edits', '数据', 2420),
            kept('LogEntry', '操作日志', '/staff/log', '设置', 2540),
          ]
        : DATA,
    )
    .on(readWaiting, () => ({
      list: [
        queue('Report', '举报', '/staff/reports', 100),
        queue('Correction', '纠错审核', '/staff/corrections', 3),
        queue('Order', '订单', '/staff/orders', 2),
        queue('Duplicate', '疑似重复', '/staff/duplicates', 0),
      ],
    }));

beforeEach(() => {
  localStorage.clear();
  openScreen();
});
afterEach(closeApp);

const menu = async () => within(await screen.findByRole('navigation', { name: '主导航' }));

describe('the menu of staff', () => {
  test('says what waits at each entry, more than 99 as 99+, and nothing where nothing does', async () => {
    await openApp('/blank', world());
    const items = await menu();
    expect(await items.findByRole('link', { name: '举报，99+ 条待处理' })).toBeDefined();
    expect(items.getByRole('link', { name: '纠错审核，3 条待处理' })).toBeDefined();
    expect(items.getByRole('link', { name: '疑似重复' })).toBeDefined();
  });

  test('folds and unfolds groups by keyboard, and a folded one says what waits within', async () => {
    const { user } = await openApp('/blank', world());
    const items = await menu();
    const group = await items.findByRole('button', { name: '商品，2 条待处理', expanded: false });
    expect(items.queryByRole('link', { name: /^订单/ })).toBeNull();
    group.focus();
    await user.keyboard('{Enter}');
    expect(items.getByRole('button', { name: '商品', expanded: true })).toBe(document.activeElement);
    expect(items.getByRole('link', { name: '订单，2 条待处理' })).toBeDefined();
    await user.keyboard(' ');
    expect(items.queryByRole('link', { name: /^订单/ })).toBeNull();
  });

  test('is as the user left it when the browser opens the product again', async () => {
    const { user } = await openApp('/blank', world());
    await user.click(await (await menu()).findByRole('button', { name: '用户' }));
    await user.click((await menu()).getByRole('button', { name: '审核' }));
    closeApp();
    await openApp('/blank', world());
    const items = await menu();
    expect(await items.findByRole('button', { name: '用户', expanded: true })).toBeDefined();
    expect(items.getByRole('button', { name: /^审核/, expanded: false })).toBeDefined();
  });

  test('opens the group of the page that the user comes to', async () => {
    await openApp('/staff/metadata/InsightCompany', world());
    const items = await menu();
    expect(await items.findByRole('button', { name: '设置', expanded: true })).toBeDefined();
    expect(items.getByRole('link', { name: '元数据' })).toBeDefined();
  });

  test('has what is sold under a heading of its own, as the object says', async () => {
    await openApp('/data/Product', world());
    const items = await menu();
    await items.findByRole('button', { name: '商品', expanded: true });
    const words = items.getAllByText(/./).map(({ textContent }) => textContent);
    expect(words.indexOf('商品目录')).toBeGreaterThan(words.indexOf('商品'));
    expect(words.indexOf('商品')).toBeGreaterThan(words.indexOf('企业'));
  });

  test('has the picture of an object before its name, and none where the object says none', async () => {
    await openApp('/blank', world());
    const items = await menu();
    const company = await items.findByRole('link', { name: '企业' });
    expect(company.querySelector('[data-testid="BusinessOutlinedIcon"]')).not.toBeNull();
    expect(items.getByRole('link', { name: '疑似重复' }).querySelector('svg')).toBeNull();
  });

  test('is grouped and ordered as the objects say, with the pages that are no lists among them', async () => {
    const { user } = await openApp('/blank', world());
    const items = await menu();
    const folded = await items.findAllByRole('button', { expanded: false });
    for (const group of folded) await user.click(group);
    const words = items.getAllByText(/^[^，\d]+$/).map(({ textContent }) => textContent.replace(/，.*/, ''));
    expect(words.slice(words.indexOf('数据洞察')).join(' ')).toBe(
      '数据洞察 企业 审核 纠错审核 举报 疑似重复 用户 联系方式白名单 商品 商品目录 订单 ' +
        '数据 导入 批量编辑 数据质量 设置 元数据 选项集 元数据变更 元数据包 操作日志 ' +
        // What visitors may read too is below all groups.
        '用户协议 隐私政策 Cookie 与数据说明',
    );
  });

  test('opens a list at what waits where the object says so, and leaves out the lists of users', async () => {
    await openApp('/blank', world());
    const items = await menu();
    const reports = await items.findByRole('link', { name: /^举报/ });
    expect(reports.getAttribute('href')).toMatch(/\/staff\/reports\?state=open$/);
    expect(items.queryByRole('link', { name: '我的订单' })).toBeNull();
  });

  test('has the pages of the duties of the user alone, and the others are closed at their addresses', async () => {
    const { user } = await openApp('/blank', world({ ...STAFF, duties: ['data'] }));
    const items = await menu();
    await user.click(await items.findByRole('button', { name: /^设置/ }));
    expect(items.getByRole('link', { name: '元数据' })).toBeDefined();
    closeApp();
    for (const path of ['/staff/metadata', '/staff/import', '/staff/quality', '/staff/nothing-of-mine']) {
      await openApp(path, world({ ...STAFF, duties: ['money'] }));
      expect(await screen.findByRole('heading', { name: '没有访问权限' })).toBeDefined();
      expect((await menu()).queryByRole('link', { name: '元数据' })).toBeNull();
      closeApp();
    }
  });

  test('is for staff: other users have no groups and nothing is counted for them', async () => {
    const api = world(FOUNDER_PROFILE);
    await openApp('/blank', api);
    const items = await menu();
    await items.findByRole('link', { name: '企业' });
    expect(items.queryByRole('button')).toBeNull();
    expect(api.callsOf(readWaiting)).toEqual([]);
  });
});
