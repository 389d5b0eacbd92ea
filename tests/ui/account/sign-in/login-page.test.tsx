import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { sendCode } from '#schemas/api/passport.ts';
import { makeQrCode, readQrStatus } from '#schemas/api/qr-login.ts';
import { signIn } from '#schemas/api/session.ts';
import { type FakeApi, refusal } from '#tests/support/ui/fake-api.ts';
import { PROOF } from './captcha-samples.ts';
import { address, handle, openLogin as open, server, solveByKeys, prepareScreen } from './login-world.tsx';
import { FOUNDER_PROFILE } from '#tests/support/account/founder-profile.ts';

prepareScreen();

describe('the ways to sign in', () => {
  test('are in the address, begin with the text message, and keep where the person wants to go', async () => {
    const { user } = open('/login?redirect=%2Fdata%2Fnews');
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('短信登录');
    await user.click(screen.getByRole('tab', { name: '密码登录' }));
    expect(address()).toBe('/login?redirect=%2Fdata%2Fnews&tab=password');
    expect(screen.getByRole('link', { name: '忘记密码' }).getAttribute('href')).toBe(
      '#/forget?redirect=%2Fdata%2Fnews',
    );
  });

  test('are gone through by arrow keys', async () => {
    const { user } = open('/login?tab=sms');
    act(() => screen.getByRole('tab', { name: '短信登录' }).focus());
    await user.keyboard('{ArrowRight}');
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('密码登录');
    await user.keyboard('{ArrowLeft}{ArrowLeft}');
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('扫码登录');
    expect(document.activeElement?.textContent).toBe('扫码登录');
  });
});

describe('signing in by text message', () => {
  test('sends a code behind a captcha, counts sixty seconds down, and signs in', async () => {
    const { api, clock, session, said, user } = open();
    await user.type(screen.getByLabelText('手机号'), '199 0000 0001');
    await user.click(screen.getByRole('button', { name: '获取验证码' }));
    await solveByKeys();
    await waitFor(() => expect(screen.getByRole('button', { name: '60 秒后重发' })).toHaveProperty('disabled', true));
    expect(api.callsOf(sendCode)).toEqual([{ type: 'login', countryCode: '86', phone: '199 0000 0001', ...PROOF }]);
    expect(screen.queryByRole('dialog')).toBeNull();
    await act(() => clock.pass(59_000));
    expect(screen.getByRole('button', { name: '1 秒后重发' })).toHaveProperty('disabled', true);
    await act(() => clock.pass(1000));
    expect(screen.getByRole('button', { name: '重新获取' })).toHaveProperty('disabled', false);
    const code = screen.getByLabelText('验证码');
    expect(code.getAttribute('autocomplete')).toBe('one-time-code');
    await user.type(code, '12a34 567');
    expect(code).toHaveProperty('value', '123456');
    await user.click(screen.getByRole('button', { name: '登录' }));
    expect(api.callsOf(signIn)).toEqual([
      { type: 'sms', countryCode: '86', phone: '199 0000 0001', verifyCode: '123456' },
    ]);
    await waitFor(() => expect(session.isSignedIn).toBe(true));
    expect(said).toEqual(['登录成功']);
  });

  test('asks for what is missing and sends nothing', async () => {
    const { api, user } = open();
    await user.click(screen.getByRole('button', { name: '登录' }));
    expect(screen.getByText('请输入手机号')).toBeTruthy();
    expect(screen.getByText('请输入验证码')).toBeTruthy();
    expect(screen.getByLabelText('手机号').getAttribute('aria-invalid')).toBe('true');
    await user.type(screen.getByLabelText('手机号'), '123');
    await user.click(screen.getByRole('button', { name: '获取验证码' }));
    expect(screen.getByText('手机号格式不正确')).toBeTruthy();
    expect(api.calls).toEqual([]);
  });

  test('to a number abroad, whose country is found by name, by code, and without a mouse', async () => {
    const { api, user } = open();
    await user.click(screen.getByRole('button', { name: '国家或地区：中国大陆 +86' }));
    const search = await screen.findByRole('combobox', { name: '搜索国家或地区' });
    await screen.findByRole('option', { name: /新加坡/ });
    await user.type(search, '852');
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['中国香港+852']);
    await user.clear(search);
    await user.type(search, '{ArrowDown}{ArrowDown}{Enter}');
    expect(screen.getByRole('button', { name: '国家或地区：新加坡 +65' })).toBe(document.activeElement);
    await user.type(screen.getByLabelText('手机号'), '81234567');
    await user.click(screen.getByRole('button', { name: '获取验证码' }));
    await solveByKeys();
    await waitFor(() => expect(api.callsOf(sendCode)).toMatchObject([{ countryCode: '65', phone: '81234567' }]));
  });

  test('sends no code when the captcha is closed', async () => {
    const { api, user } = open();
    await user.type(screen.getByLabelText('手机号'), '19900000001');
    await user.click(screen.getByRole('button', { name: '获取验证码' }));
    await handle();
    await user.click(screen.getByRole('button', { name: '关闭' }));
    await waitFor(() => expect(screen.queryByRole('slider')).toBeNull());
    expect(api.callsOf(sendCode)).toEqual([]);
    expect(screen.getByRole('button', { name: '获取验证码' })).toHaveProperty('disabled', false);
  });

  test('says why no code was sent, in place', async () => {
    const api = server().on(sendCode, () => Promise.reject(refusal('TOO_MANY_REQUESTS')));
    const { user } = open('/login', api);
    await user.type(screen.getByLabelText('手机号'), '19900000001');
    await user.click(screen.getByRole('button', { name: '获取验证码' }));
    await solveByKeys();
    expect((await screen.findByText('操作过于频繁，请稍后再试')).closest('[role=alert]')).toBeTruthy();
  });
});

describe('signing in by password', () => {
  async function enter(api: FakeApi) {
    const opened = open('/login?tab=password', api);
    await opened.user.type(screen.getByLabelText('账号'), ' founder ');
    await opened.user.type(screen.getByLabelText('密码'), '正确 password');
    await opened.user.click(screen.getByRole('button', { name: '登录' }));
    return opened;
  }

  test('sends what was typed', async () => {
    const { api, session } = await enter(server());
    expect(api.callsOf(signIn)).toEqual([{ type: 'password', username: 'founder', password: '正确 password' }]);
    await waitFor(() => expect(session.isSignedIn).toBe(true));
  });

  test('that fails says why until something else is typed', async () => {
    const { user } = await enter(server().on(signIn, () => Promise.reject(refusal('SIGN_IN_REFUSED'))));
    expect(await screen.findByText('账号或密码错误')).toBeTruthy();
    await user.type(screen.getByLabelText('密码'), 'x');
    expect(screen.queryByText('账号或密码错误')).toBeNull();
  });

  test('after too many failures asks for the captcha and tries again by itself', async () => {
    const api = server().on(signIn, ({ body }) => {
      if (body.validate === undefined) throw refusal('CAPTCHA_REQUIRED');
      return FOUNDER_PROFILE;
    });
    const { session } = await enter(api);
    await solveByKeys();
    await waitFor(() => expect(session.isSignedIn).toBe(true));
    expect(api.callsOf(signIn)[1]).toEqual({
      type: 'password',
      username: 'founder',
      password: '正确 password',
      needCaptcha: '1',
      ...PROOF,
    });
  });

  test('stops asking when the proof itself is refused', async () => {
    const api = server().on(signIn, () => Promise.reject(refusal('CAPTCHA_REQUIRED')));
    await enter(api);
    await solveByKeys();
    expect(await screen.findByText('请先完成滑块验证')).toBeTruthy();
    expect(api.callsOf(signIn)).toHaveLength(2);
  });

  test('shows the password to a user who wants to see it', async () => {
    const { user } = open('/login?tab=password');
    expect(screen.getByLabelText('密码').getAttribute('type')).toBe('password');
    await user.click(screen.getByRole('button', { name: '显示密码', pressed: false }));
    expect(screen.getByLabelText('密码').getAttribute('type')).toBe('text');
  });
});

describe('signing in by QR code', () => {
  test('shows the code, and over an expired one the way to another', async () => {
    const { api, clock, user } = open('/login?tab=qr');
    expect(await screen.findByAltText('登录二维码')).toBeTruthy();
    await act(() => clock.pass(5000));
    expect(await screen.findByText('二维码已过期')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: '刷新' }));
    await waitFor(() => expect(api.callsOf(makeQrCode)).toHaveLength(2));
    await waitFor(() => expect(screen.queryByText('二维码已过期')).toBeNull());
  });

  test('asks no more when the person chose another way, nor while the tab is hidden', async () => {
    const api = server().on(readQrStatus, () => ({ status: 0 as const }));
    const { clock, user } = open('/login?tab=qr', api);
    await screen.findByAltText('登录二维码');
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    fireEvent(document, new Event('visibilitychange'));
    await act(() => clock.pass(60_000));
    expect(api.callsOf(readQrStatus)).toHaveLength(0);
    hidden.mockReturnValue(false);
    fireEvent(document, new Event('visibilitychange'));
    await act(() => clock.pass(0));
    expect(api.callsOf(readQrStatus)).toHaveLength(1);
    await act(() => clock.pass(5000));
    expect(api.callsOf(readQrStatus)).toHaveLength(2);
    await user.click(screen.getByRole('tab', { name: '密码登录' }));
    await act(() => clock.pass(60_000));
    expect(api.callsOf(readQrStatus)).toHaveLength(2);
    expect(clock.waiting).toBe(0);
  });
});
