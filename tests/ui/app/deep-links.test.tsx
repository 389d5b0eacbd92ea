import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readLanding } from '#schemas/api/landing.ts';
import { readObject } from '#schemas/api/metadata.ts';
import {
  checkCaptcha,
  readCaptcha,
  readCountries,
  sendCode,
  sendReset,
  setForgottenPassword,
  verifyResetCode,
} from '#schemas/api/passport.ts';
import { makeQrCode, QR_STATUS, readLoginId, readQrStatus } from '#schemas/api/qr-login.ts';
import { readProfile, signIn } from '#schemas/api/session.ts';
import { refusal } from '#tests/support/ui/fake-api.ts';
import { openScreen } from '#tests/support/ui/screen.ts';
import { PROOF, slideChallenge } from '#tests/ui/account/sign-in/captcha-samples.ts';
import { FOUNDER_PROFILE } from '#tests/support/account/founder-profile.ts';
import { closeApp, openApp, server as plainServer } from './app-world.tsx';

beforeEach(() => {
  openScreen();
  Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined });
});
afterEach(closeApp);

const TARGET = '/data/InsightCompany?filter=a%26b&page=2';
const QUERY = `redirect=${encodeURIComponent(TARGET)}`;
const LANDING = { counts: [], teasers: [], asOf: '2026-11-21T04:00:00.000Z' };

/** A server that every way of signing in can be gone through with. */
const server = () =>
  plainServer()
    .on(readLanding, () => LANDING)
    .on(readCountries, () => [])
    .on(readCaptcha, () => slideChallenge('c1'))
    .on(checkCaptcha, () => PROOF)
    .on(sendCode, () => ({ resendAfter: 60, expiresIn: 300 }))
    .on(sendReset, () => ({ resendAfter: 60, expiresIn: 300 }))
    .on(verifyResetCode, () => ({ ticket: 'the-ticket' }))
    .on(setForgottenPassword, () => null)
    .on(signIn, () => FOUNDER_PROFILE)
    .on(readLoginId, () => ({ randomId: 'x' }))
    .on(makeQrCode, () => ({ token: 't', svg: '<svg/>', expiresIn: 120 }))
    .on(readQrStatus, () => ({ status: QR_STATUS.success }));

/** Waits until the address is this one, as it is written. */
const at = (path: string) =>
  waitFor(() => {
    expect(window.location.hash).toBe(`#${path}`);
    return true;
  });

const goTo = (path: string) => act(async () => void (window.location.hash = `#${path}`));
const press = (user: UserEvent, role: string, name: string) =>
  screen.findByRole(role, { name }).then((found) => user.click(found));

/** Follows one of the links of the landing page. The document of a test follows no link by itself. */
async function follow(name: string): Promise<void> {
  const link = await screen.findByRole('link', { name });
  await goTo(String(link.getAttribute('href')).slice(1));
}

async function solvePuzzle(): Promise<void> {
  const piece = await screen.findByRole('slider', { name: '拼图位置' });
  for (const key of ['PageUp', 'PageUp', 'Enter']) fireEvent.keyDown(piece, { key });
}

async function enterPassword(user: UserEvent): Promise<void> {
  await user.type(await screen.findByLabelText('账号'), 'founder');
  await user.type(screen.getByLabelText('密码'), '正确');
  await press(user, 'button', '登录');
}

type Opened = Awaited<ReturnType<typeof openApp>> & { readonly api: ReturnType<typeof server> };

/** The ways from the landing page to the end of signing in. */
const WAYS: readonly (readonly [string, (opened: Opened) => Promise<void>])[] = [
  [
    'by password',
    async ({ user }) => {
      await follow('登录');
      await enterPassword(user);
    },
  ],
  [
    'by a text message, which gives a new number an account',
    async ({ user }) => {
      await follow('免费注册');
      await user.type(await screen.findByLabelText('手机号'), '19900000001');
      await press(user, 'button', '获取验证码');
      await solvePuzzle();
      await user.type(await screen.findByLabelText('验证码'), '123456');
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      await press(user, 'button', '登录');
    },
  ],
  [
    'by scanning a code',
    async ({ user, api }) => {
      await follow('立即登录');
      await press(user, 'tab', '扫码登录');
      await screen.findByText('请用手机扫描二维码登录');
      api.on(readProfile, () => FOUNDER_PROFILE);
      // A tab that is looked at again asks at once.
      for (const isHidden of [true, false]) {
        Object.defineProperty(document, 'hidden', { configurable: true, value: isHidden });
        await act(async () => void document.dispatchEvent(new Event('visibilitychange')));
      }
    },
  ],
  [
    'after a forgotten password',
    async ({ user }) => {
      await follow('已有账号，登录');
      await follow('忘记密码');
      await user.type(await screen.findByLabelText('手机号'), '19900000001');
      await press(user, 'button', '下一步');
      await solvePuzzle();
      await user.type(await screen.findByLabelText('验证码'), '123456');
      await press(user, 'button', '下一步');
      await user.type(await screen.findByLabelText('新密码'), 'Jingtu 2026 x');
      await user.type(screen.getByLabelText('再次输入新密码'), 'Jingtu 2026 x');
      await press(user, 'button', '完成');
      await enterPassword(user);
    },
  ],
  [
    'after a look back at the landing page',
    async ({ user }) => {
      await follow('登录');
      await follow('鲸图');
      await follow('登录');
      await enterPassword(user);
    },
  ],
];

describe('a visitor who opens a link to a page of the product', () => {
  test.each(WAYS)('comes to that page by signing in %s', async (_, signInSomehow) => {
    const api = server();
    const opened = await openApp(TARGET, api);
    expect(await at(`/dashboard?${QUERY}`)).toBe(true);
    await signInSomehow({ ...opened, api });
    expect(await at(TARGET)).toBe(true);
  });

  test('comes to that page when another tab signs in', async () => {
    const api = server();
    const { stores } = await openApp(TARGET, api);
    await at(`/dashboard?${QUERY}`);
    api.on(readProfile, () => FOUNDER_PROFILE);
    await act(async () => stores.session.hear(FOUNDER_PROFILE.uid));
    expect(await at(TARGET)).toBe(true);
  });

  test('to a record is sent to login by the refusal of the server, and keeps the query', async () => {
    const api = server().on(readObject, () => Promise.reject(refusal('SESSION_INVALID')));
    await openApp('/insight/InsightCompany/1?tab=deals', api);
    expect(await at('/login?redirect=%2Finsight%2FInsightCompany%2F1%3Ftab%3Ddeals')).toBe(true);
  });

  test('is led to the landing page alone where sign-in leads home anyway', async () => {
    await openApp('/', server());
    expect(await at('/dashboard')).toBe(true);
  });

  test('is never led to a foreign page that the link to the landing page names', async () => {
    const { user } = await openApp('/dashboard?redirect=https%3A%2F%2Fevil.example%2F', server());
    await follow('登录');
    await enterPassword(user);
    expect(await at('/home')).toBe(true);
  });
});

describe('a user who has signed out', () => {
  test('is at the landing page alone, whose links lead to no page of the user before', async () => {
    const api = server().on(readProfile, () => FOUNDER_PROFILE);
    const { stores } = await openApp(TARGET, api);
    await screen.findByText('示例企业1');
    await act(() => stores.session.signOut());
    expect(await at('/dashboard')).toBe(true);
    const bar = within(await screen.findByRole('navigation', { name: '登录与注册' }));
    expect(bar.getByRole('link', { name: '登录' }).getAttribute('href')).toBe('#/login?tab=password');
  });

  test('and then opens a link to a page keeps the way to it', async () => {
    const api = server().on(readProfile, () => FOUNDER_PROFILE);
    const { stores } = await openApp('/home', api);
    await act(() => stores.session.signOut());
    await at('/dashboard');
    await goTo(TARGET);
    expect(await at(`/dashboard?${QUERY}`)).toBe(true);
  });
});
