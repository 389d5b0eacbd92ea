import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  checkCaptcha,
  readCaptcha,
  readCountries,
  sendReset,
  setForgottenPassword,
  verifyResetCode,
} from '#schemas/api/passport.ts';
import { CaptchaStore } from '#client/features/account/captcha/captcha-store.ts';
import { CountriesStore } from '#client/features/account/phone/countries-store.ts';
import { ForgetPage } from '#client/features/account/sign-in/forget-page.tsx';
import { ForgetStore } from '#client/features/account/sign-in/forget-store.ts';
import { FakeApi, refusal } from '#tests/support/ui/fake-api.ts';
import { openScreen } from '#tests/support/ui/screen.ts';
import { TestClock } from '#tests/support/ui/test-clock.ts';
import { PROOF, slideChallenge } from './captcha-samples.ts';

beforeEach(() => {
  openScreen();
  Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined });
});
afterEach(cleanup);

const server = () =>
  new FakeApi()
    .on(readCaptcha, () => slideChallenge('c1'))
    .on(checkCaptcha, () => PROOF)
    .on(readCountries, () => [])
    .on(sendReset, () => ({ resendAfter: 60, expiresIn: 300 }))
    .on(verifyResetCode, ({ body }) => {
      if (body.code === '123456') return { ticket: 'the-ticket' };
      throw refusal('VERIFY_CODE_WRONG');
    })
    .on(setForgottenPassword, () => null);

function open(address = '/forget', api = server()) {
  const clock = new TestClock();
  const said: string[] = [];
  const captcha = new CaptchaStore({
    api,
    clock,
    isPhone: () => false,
    askHosted: () => Promise.reject(new Error('none')),
  });
  const store = new ForgetStore({ api, clock, captcha });
  const page = (
    <ForgetPage store={store} captcha={captcha} countries={new CountriesStore(api)} say={(text) => said.push(text)} />
  );
  const routes = [
    { path: '/forget', element: page },
    { path: '/login', element: <p>login page</p> },
  ];
  const router = createMemoryRouter(routes, { initialEntries: [address] });
  render(<RouterProvider router={router} />);
  const at = () => router.state.location.pathname + router.state.location.search;
  return { api, clock, said, router, at, user: userEvent.setup() };
}

type Opened = ReturnType<typeof open>;

async function toCode({ user }: Opened): Promise<void> {
  await user.type(screen.getByLabelText('手机号'), '19900000001');
  await user.click(screen.getByRole('button', { name: '下一步' }));
  const piece = await screen.findByRole('slider', { name: '拼图位置' });
  for (const key of ['PageUp', 'PageUp', 'Enter']) fireEvent.keyDown(piece, { key });
  await screen.findByLabelText('验证码');
}

async function toPassword(opened: Opened): Promise<void> {
  await toCode(opened);
  await opened.user.type(screen.getByLabelText('验证码'), '123456');
  await opened.user.click(screen.getByRole('button', { name: '下一步' }));
  await screen.findByLabelText('新密码');
}

const step = () => document.querySelector('[aria-current=step]')?.textContent;

test('a forgotten password is set again in three steps, and login says so', async () => {
  const opened = open('/forget?redirect=%2Fdata%2Fnews');
  const { api, said, at, user } = opened;
  await toPassword(opened);
  await user.type(screen.getByLabelText('新密码'), 'Jingtu 2026 x');
  await user.type(screen.getByLabelText('再次输入新密码'), 'Jingtu 2026 x');
  await user.click(screen.getByRole('button', { name: '完成' }));
  await screen.findByText('login page');
  expect(said).toEqual(['密码已重置，请使用新密码登录']);
  expect(at()).toBe('/login?tab=password&redirect=%2Fdata%2Fnews');
  expect(api.callsOf(sendReset)).toEqual([{ countryCode: '86', phone: '19900000001', ...PROOF }]);
  expect(api.callsOf(verifyResetCode)).toEqual([{ countryCode: '86', phone: '19900000001', code: '123456' }]);
  expect(api.callsOf(setForgottenPassword)).toEqual([{ ticket: 'the-ticket', passwd: 'Jingtu 2026 x' }]);
});

test('a link to a mail address replaces number and code where the phone is gone', async () => {
  const { api, user, at } = open('/forget?redirect=%2Fdata%2Fnews');
  expect(screen.getByRole('link', { name: /改用邮箱/ }).getAttribute('href')).toBe(
    '#/forget?by=email&redirect=%2Fdata%2Fnews',
  );
  cleanup();
  const mail = open('/forget?by=email', api);
  await mail.user.type(screen.getByLabelText('邮箱'), 'owner at fund');
  await user.click(screen.getByRole('button', { name: '发送链接' }));
  expect(screen.getByText('邮箱格式不正确')).toBeTruthy();
  await mail.user.clear(screen.getByLabelText('邮箱'));
  await mail.user.type(screen.getByLabelText('邮箱'), 'owner@fund.example');
  await mail.user.click(screen.getByRole('button', { name: '发送链接' }));
  const piece = await screen.findByRole('slider', { name: '拼图位置' });
  for (const key of ['PageUp', 'PageUp', 'Enter']) fireEvent.keyDown(piece, { key });
  expect(await screen.findByText(/若 owner@fund.example 已绑定账号/)).toBeTruthy();
  expect(api.callsOf(sendReset)).toEqual([{ email: 'owner@fund.example', ...PROOF }]);
  // Another mail is not due yet.
  await mail.user.click(screen.getByRole('button', { name: '60 秒后可重新发送' }));
  expect(api.callsOf(sendReset)).toHaveLength(1);
  expect(at()).toBe('/forget?redirect=%2Fdata%2Fnews');
});

test('the steps are in the address, and Back goes back by one', async () => {
  const opened = open();
  await toPassword(opened);
  expect(opened.at()).toBe('/forget?step=password');
  expect(step()).toBe('3. 新密码');
  await act(() => opened.router.navigate(-1));
  expect(step()).toBe('2. 验证');
  await act(() => opened.router.navigate(-1));
  expect(step()).toBe('1. 手机号');
  expect(screen.getByLabelText('手机号')).toHaveProperty('value', '19900000001');
  // The code that is on its way is good: no other is sent for going on.
  await opened.user.click(screen.getByRole('button', { name: '下一步' }));
  expect(step()).toBe('2. 验证');
  expect(opened.api.callsOf(sendReset)).toHaveLength(1);
});

test.each(['code', 'password'])('an address that names the step %s too early shows the first', (wanted) => {
  open(`/forget?step=${wanted}`);
  expect(step()).toBe('1. 手机号');
});

test('a wrong code is refused in place', async () => {
  const opened = open();
  await toCode(opened);
  await opened.user.type(screen.getByLabelText('验证码'), '111111');
  await opened.user.click(screen.getByRole('button', { name: '下一步' }));
  expect(await screen.findByText('验证码错误或已过期')).toBeTruthy();
  expect(step()).toBe('2. 验证');
});

test('a password must keep the rules that are shown, and be typed the same twice', async () => {
  const opened = open();
  await toPassword(opened);
  const { api, user } = opened;
  const met = (text: string) => screen.getByText(text).hasAttribute('data-met');
  expect(met('10 到 64 个字符')).toBe(false);
  await user.type(screen.getByLabelText('新密码'), 'abcdefghij');
  expect(met('10 到 64 个字符')).toBe(true);
  expect(met('大写字母、小写字母、数字、符号中至少两种')).toBe(false);
  await user.click(screen.getByRole('button', { name: '完成' }));
  expect(screen.getByText('密码至少包含大写字母、小写字母、数字、符号中的两种')).toBeTruthy();
  expect(screen.getByText('两次输入的密码不一致')).toBeTruthy();
  await user.type(screen.getByLabelText('新密码'), '-9');
  expect(met('大写字母、小写字母、数字、符号中至少两种')).toBe(true);
  await user.type(screen.getByLabelText('再次输入新密码'), 'abcdefghij-9');
  await user.click(screen.getByRole('button', { name: '完成' }));
  await waitFor(() => expect(api.callsOf(setForgottenPassword)).toHaveLength(1));
});
