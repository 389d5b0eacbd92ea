import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { readQrStatus } from '#schemas/api/qr-login.ts';
import { passFactor } from '#schemas/api/second-factor.ts';
import { signIn } from '#schemas/api/session.ts';
import { FOUNDER_PROFILE, STAFF_PROFILE } from '#tests/support/account/founder-profile.ts';
import { refusal } from '#tests/support/ui/fake-api.ts';
import { openLogin, prepareScreen, server } from './login-world.tsx';

prepareScreen();

const asking = () =>
  server().on(signIn, () => {
    throw refusal('FACTOR_REQUIRED', { ticket: 'first', expiresIn: 300 });
  });

async function comeToSecondStep(api = asking()) {
  const opened = openLogin('/login?tab=password', api);
  await opened.user.type(screen.getByLabelText('账号'), 'ops-one');
  await opened.user.type(screen.getByLabelText('密码'), 'a-test-password');
  await opened.user.click(screen.getByRole('button', { name: '登录' }));
  await screen.findByRole('heading', { name: '两步验证' });
  return opened;
}

describe('the second step of a sign-in', () => {
  test('has the focus in its field, takes six digits, and signs in', async () => {
    const { api, session, said, user } = await comeToSecondStep(asking().on(passFactor, () => FOUNDER_PROFILE));
    expect(document.activeElement).toBe(screen.getByLabelText('动态验证码'));
    await user.keyboard('12{Enter}');
    expect(screen.getByText('请输入 6 位动态验证码')).toBeTruthy();
    await user.keyboard('3 4x56{Enter}');
    expect(api.callsOf(passFactor)).toEqual([{ ticket: 'first', code: '123456' }]);
    await waitFor(() => expect(session.isSignedIn).toBe(true));
    expect(said).toEqual(['登录成功']);
  });

  test('takes a recovery code instead', async () => {
    const { api, user } = await comeToSecondStep(asking().on(passFactor, () => FOUNDER_PROFILE));
    await user.click(screen.getByRole('button', { name: '手机不在身边？使用恢复码' }));
    expect(document.activeElement).toBe(screen.getByLabelText('恢复码'));
    await user.keyboard('abcde-fghjk{Enter}');
    expect(api.callsOf(passFactor)).toEqual([{ ticket: 'first', code: 'abcde-fghjk' }]);
  });

  test('that was waited for too long leads back to the first one, with the reason until it is made again', async () => {
    const api = asking().on(passFactor, () => {
      throw refusal('SIGN_IN_REFUSED');
    });
    const { user } = await comeToSecondStep(api);
    await user.keyboard('123456{Enter}');
    expect((await screen.findByText('账号或密码错误')).closest('[role=alert]')).toBeTruthy();
    await user.type(screen.getByLabelText('账号'), 'ops-one');
    await user.type(screen.getByLabelText('密码'), 'a-test-password');
    await user.click(screen.getByRole('button', { name: '登录' }));
    await screen.findByRole('heading', { name: '两步验证' });
    expect(screen.queryByText('账号或密码错误')).toBeNull();
  });

  test('follows a QR code as well, whose picture is over when one goes back', async () => {
    const api = server().on(readQrStatus, () => {
      throw refusal('FACTOR_REQUIRED', { ticket: 'scanned', expiresIn: 300 });
    });
    const { clock, user } = openLogin('/login?tab=qr', api);
    await screen.findByAltText('登录二维码');
    await clock.pass(5000);
    await screen.findByRole('heading', { name: '两步验证' });
    await user.click(screen.getByRole('button', { name: '返回登录' }));
    expect(await screen.findByText('二维码已过期，请刷新', { selector: '[role=status]' })).toBeTruthy();
  });
});

test('Staff who lack a second factor are signed in nowhere until they have one', async () => {
  const api = server().on(signIn, () => ({ ...STAFF_PROFILE, mustSetFactor: true }));
  const { session, user } = openLogin('/login?tab=password', api);
  await user.type(screen.getByLabelText('账号'), 'ops-one');
  await user.type(screen.getByLabelText('密码'), 'a-test-password');
  await user.click(screen.getByRole('button', { name: '登录' }));
  await waitFor(() => expect(session.status).toBe('lacksFactor'));
  expect([session.isSignedIn, session.profile]).toEqual([false, undefined]);
});
