import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { confirmQrCode, scanQrCode, type Scan } from '#schemas/api/qr-login.ts';
import { ScanPage } from '#client/features/account/qr-login/scan-page.tsx';
import { ScanStore } from '#client/features/account/qr-login/scan-store.ts';
import { FakeApi, refusal } from '#tests/support/ui/fake-api.ts';
import { openScreen } from '#tests/support/ui/screen.ts';
import { TestClock } from '#tests/support/ui/test-clock.ts';

beforeEach(() => openScreen());
afterEach(cleanup);

const ASKED: Scan = {
  status: 1,
  expiresIn: 90,
  browser: { words: 'Windows 电脑 · Chrome 131', address: '198.51.100.7', askedAt: '2026-11-21T04:00:00.000Z' },
};

async function open(scan: Scan | 'UNAVAILABLE' = ASKED, confirmed: 2 | 3 = 2) {
  const clock = new TestClock();
  const api = new FakeApi()
    .on(scanQrCode, () => {
      if (scan === 'UNAVAILABLE') throw refusal(scan);
      return scan;
    })
    .on(confirmQrCode, ({ body }) => ({ status: body.accept ? confirmed : 3 }));
  render(<ScanPage store={new ScanStore(api, clock, 'the-ticket')} name="示例创业者" />);
  await act(() => clock.pass(0));
  return { api, clock, user: userEvent.setup() };
}

const title = () => screen.getByRole('heading', { level: 1 }).textContent;

test('the page of a scanned code shows which browser asks, for whom, and how long there is to decide', async () => {
  const { api, clock } = await open();
  expect(api.callsOf(scanQrCode)).toEqual([{ ticket: 'the-ticket' }]);
  expect(screen.getByText('Windows 电脑 · Chrome 131')).toBeTruthy();
  expect(screen.getByText('198.51.100.7')).toBeTruthy();
  expect(screen.getByText(/账号“示例创业者”/)).toBeTruthy();
  expect(screen.getByText('90 秒内有效')).toBeTruthy();
  await act(() => clock.pass(30_000));
  expect(screen.getByText('60 秒内有效')).toBeTruthy();
});

test('lets the browser in', async () => {
  const { api, user } = await open();
  await user.click(screen.getByRole('button', { name: '确认登录' }));
  expect(title()).toBe('已确认登录');
  expect(api.callsOf(confirmQrCode)).toEqual([{ ticket: 'the-ticket', accept: true }]);
});

test('or does not', async () => {
  const { api, user } = await open();
  await user.click(screen.getByRole('button', { name: '取消' }));
  expect(title()).toBe('已取消登录');
  expect(api.callsOf(confirmQrCode)).toEqual([{ ticket: 'the-ticket', accept: false }]);
});

test('the page of a scanned code says so when it was too late, on the server or here', async () => {
  const { user } = await open(ASKED, 3);
  await user.click(screen.getByRole('button', { name: '确认登录' }));
  expect(title()).toBe('二维码已失效');
  cleanup();
  const { clock } = await open();
  await act(() => clock.pass(90_000));
  expect(title()).toBe('二维码已失效');
  expect(screen.queryByRole('button', { name: '确认登录' })).toBeNull();
});

test.each<[Scan, string]>([
  [{ status: 3, browser: null, expiresIn: 0 }, '二维码已失效'],
  [{ status: 2, browser: null, expiresIn: 0 }, '已确认登录'],
])('the page of a code that is over says what became of it: %o', async (scan, words) => {
  await open(scan);
  expect(title()).toBe(words);
});

test('a code that cannot be read can be tried again', async () => {
  const { api, user } = await open('UNAVAILABLE');
  expect(title()).toBe('读取失败');
  api.on(scanQrCode, () => ASKED);
  await user.click(screen.getByRole('button', { name: '重试' }));
  expect(title()).toBe('登录确认');
});
