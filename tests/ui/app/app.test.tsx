import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readObject } from '#schemas/api/metadata.ts';
import { listRecords, readRecord } from '#schemas/api/records.ts';
import { ApiFailure } from '#client/lib/api-failure.ts';
import { refusal } from '#tests/support/ui/fake-api.ts';
import { openScreen } from '#tests/support/ui/screen.ts';
import { FOUNDER_PROFILE } from '#tests/support/account/founder-profile.ts';
import { closeApp, openApp as open, server } from './app-world.tsx';

beforeEach(() => openScreen());
afterEach(closeApp);

/** Waits until the address is this one. */
const at = (path: string) =>
  waitFor(() => {
    expect(decodeURIComponent(window.location.hash)).toBe(`#${path}`);
    return true;
  });

describe('a visitor', () => {
  test.each([
    ['/', '/dashboard'],
    ['/home', '/dashboard'],
    ['/data/InsightCompany', '/dashboard?redirect=/data/InsightCompany'],
    ['/personalCenter?page=exports', '/dashboard?redirect=/personalCenter?page=exports'],
  ])('who opens %s is led to the landing page at %s', async (path, landing) => {
    await open(path, server());
    expect(await at(landing)).toBe(true);
  });

  test('signs in, and goes to where the redirect says', async () => {
    const { user } = await open('/login?tab=password&redirect=%2Fdata%2FInsightCompany', server());
    await user.type(await screen.findByLabelText('账号'), 'founder');
    await user.type(screen.getByLabelText('密码'), '正确');
    await user.click(screen.getByRole('button', { name: '登录' }));
    expect(await at('/data/InsightCompany')).toBe(true);
    expect(await screen.findByRole('heading', { name: '企业' })).toBeTruthy();
    await waitFor(() => expect(document.title).toBe('企业 - 鲸图'));
  });

  test('is informed in place when the password is wrong', async () => {
    const { user } = await open('/login?tab=password', server());
    await user.type(await screen.findByLabelText('账号'), 'founder');
    await user.type(screen.getByLabelText('密码'), '错误');
    await user.click(screen.getByRole('button', { name: '登录' }));
    expect(await screen.findByText('账号或密码错误')).toBeTruthy();
    expect(await at('/login?tab=password')).toBe(true);
  });

  test('is sent to login from a detail page that the server refuses', async () => {
    const api = server().on(readObject, () => Promise.reject(refusal('SESSION_INVALID')));
    await open('/insight/InsightCompany/7', api);
    expect(await at('/login?redirect=/insight/InsightCompany/7')).toBe(true);
    expect(await screen.findByText('您要打开的页面登录后可见，登录或注册后会直接打开。')).toBeTruthy();
  });

  test.each(['/insight/InsightProject/7', '/insight/InsightInvestor/7', '/news/InsightNews/details/7'])(
    'stays at %s, which is on the white-list',
    async (path) => {
      const refuse = () => Promise.reject(refusal('SESSION_INVALID'));
      await open(path, server().on(readObject, refuse).on(readRecord, refuse));
      const card = await screen.findByRole('region', { name: '这个页面登录后可见' });
      expect(await at(path)).toBe(true);
      const ways = within(card)
        .getAllByRole('link')
        .map((link) => link.getAttribute('href'));
      const back = `redirect=${encodeURIComponent(path)}`;
      expect(ways).toEqual([`#/login?tab=sms&${back}`, `#/login?${back}`]);
    },
  );
});

describe('a signed-in person', () => {
  test.each(['/login', '/forget', '/dashboard', '/'])('who opens %s is led home', async (path) => {
    await open(path, server(FOUNDER_PROFILE));
    expect(await at('/home')).toBe(true);
  });

  test('is greeted at home, where the title is the name of the product alone, and finds every list', async () => {
    await open('/home', server(FOUNDER_PROFILE));
    expect(await screen.findByText(/好，示例创业者$|夜深了，示例创业者/)).toBeTruthy();
    expect((await screen.findAllByRole('link', { name: /企业$/ })).length).toBeGreaterThan(0);
    await waitFor(() => expect(document.title).toBe('鲸图'));
  });

  test('who leaves comes to the landing page', async () => {
    const { user } = await open('/home', server(FOUNDER_PROFILE));
    await user.click(await screen.findByRole('button', { name: '示例创业者' }));
    await user.click(await screen.findByRole('menuitem', { name: '退出登录' }));
    expect(await at('/dashboard')).toBe(true);
  });

  test('finds 404 where there is no page and no list', async () => {
    await open('/nowhere', server(FOUNDER_PROFILE));
    expect(await screen.findByText('页面不存在')).toBeTruthy();
    // The frame stays, so that the way on is the navigation.
    expect(screen.getByRole('navigation', { name: '主导航' })).toBeTruthy();
    expect(screen.getAllByRole('main')).toHaveLength(1);
    window.location.hash = '#/data/nothing';
    await waitFor(() => expect(document.title).toBe('页面不存在 - 鲸图'));
  });
});

describe('failures that concern more than one screen', () => {
  test.each([
    [4032, '登录信息失效，请重新登录'],
    [403, '登录信息失效，请重新登录'],
    [100000001, '登录信息失效，请重新登录'],
    [100000005, '登录信息失效，请重新登录'],
    [100000006, '登录信息失效，请重新登录'],
    [100000008, '登录信息失效，请重新登录'],
    [100000002, '授权证书已过期'],
    [100000003, '授权信息已变更，请重新登录！'],
  ])('code %i ends the session and leads to login with the way back', async (code, words) => {
    const api = server(FOUNDER_PROFILE).on(listRecords, () => Promise.reject(new ApiFailure(code, 401, '')));
    const { stores } = await open('/data/InsightCompany', api);
    expect(await at('/login?redirect=/data/InsightCompany')).toBe(true);
    expect(stores.session.endedBecause).toBe(words);
    expect(await screen.findByText(words)).toBeTruthy();
  });

  test('code 400000003 opens the VIP dialog with the words of the server', async () => {
    const api = server(FOUNDER_PROFILE).on(readRecord, () =>
      Promise.reject(new ApiFailure(400000003, 403, '仅SVIP可查看机构详情')),
    );
    await open('/insight/InsightOrg/7', api);
    const dialog = await screen.findByRole('dialog', { name: 'SVIP专享内容' });
    expect(dialog.textContent).toContain('仅SVIP可查看机构详情');
  });
});
