import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { checkCaptcha, readCaptcha, readCountries, sendCode } from '#schemas/api/passport.ts';
import { makeQrCode, readLoginId, readQrStatus } from '#schemas/api/qr-login.ts';
import { signIn } from '#schemas/api/session.ts';
import { CaptchaStore } from '#client/features/account/captcha/captcha-store.ts';
import { CountriesStore } from '#client/features/account/phone/countries-store.ts';
import { FactorStep } from '#client/features/account/base/factor-step.ts';
import { LoginPage } from '#client/features/account/sign-in/login-page.tsx';
import { QrLoginStore } from '#client/features/account/qr-login/qr-login-store.ts';
import { SessionStore } from '#client/features/account/session/session-store.ts';
import { SignInStore } from '#client/features/account/sign-in/sign-in-store.ts';
import { FakeApi, refusal } from '#tests/support/ui/fake-api.ts';
import { openScreen } from '#tests/support/ui/screen.ts';
import { TestClock } from '#tests/support/ui/test-clock.ts';
import { PROOF, slideChallenge } from './captcha-samples.ts';
import { FOUNDER_PROFILE } from '#tests/support/account/founder-profile.ts';

/** Where the hole of every puzzle is. */
export const HOLE = 120;

/** Registers what every test of the page needs. */
export function prepareScreen(): void {
  beforeEach(() => {
    openScreen();
    Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined });
  });
  afterEach(() => {
    cleanup();
    vi.restoreAllMocks();
  });
}

function Address() {
  const { pathname, search } = useLocation();
  return <output data-testid="address">{pathname + search}</output>;
}

/** The login page at an address, with a clock that does not move. */
export function openLogin(address = '/login', api = server()) {
  const clock = new TestClock();
  const said: string[] = [];
  const session = new SessionStore(api);
  const captcha = new CaptchaStore({
    api,
    clock,
    isPhone: () => false,
    askHosted: () => Promise.reject(new Error('none')),
  });
  const say = (text: string) => said.push(text);
  const factor = new FactorStep({ api, session, say });
  const rest = { api, clock, session, factor, say };
  const parts = {
    captcha,
    factor,
    signIn: new SignInStore({ ...rest, captcha }),
    qr: new QrLoginStore(rest),
    countries: new CountriesStore(api),
  };
  render(
    <MemoryRouter initialEntries={[address]}>
      <LoginPage parts={parts} notice={undefined} />
      <Address />
    </MemoryRouter>,
  );
  return { api, clock, session, said, user: userEvent.setup() };
}

/** A server that lets every user in who solves the captcha. */
export function server(): FakeApi {
  let drawn = 0;
  return new FakeApi()
    .on(readCaptcha, () => {
      drawn += 1;
      return slideChallenge(`c${drawn}`);
    })
    .on(checkCaptcha, ({ body }) => {
      if (Math.abs(body.left - HOLE) <= 5) return PROOF;
      throw refusal('CAPTCHA_FAILED');
    })
    .on(sendCode, () => ({ resendAfter: 60, expiresIn: 300 }))
    .on(signIn, () => FOUNDER_PROFILE)
    .on(readLoginId, () => ({ randomId: 'x' }))
    .on(makeQrCode, () => ({ token: 't', svg: '<svg/>', expiresIn: 120 }))
    .on(readQrStatus, () => ({ status: 3 as const }))
    .on(readCountries, () => [
      { code: '86', country: 'CN', label: '中国大陆' },
      { code: '852', country: 'HK', label: '中国香港' },
      { code: '65', country: 'SG', label: '新加坡' },
    ]);
}

/** Where the page is now. */
export const address = () => screen.getByTestId('address').textContent;
/** The handle of the captcha. */
export const handle = () => screen.findByRole('slider', { name: '拼图位置' });

/** Solves the puzzle as keys do: to the hole in steps, then Enter. */
export async function solveByKeys(): Promise<void> {
  const piece = await handle();
  act(() => piece.focus());
  for (const key of ['PageDown', 'PageUp', 'PageUp', 'PageUp', 'PageUp', 'PageUp', 'PageUp', 'PageUp'])
    fireEvent.keyDown(piece, { key });
  for (let press = 0; press < 2; press += 1) fireEvent.keyDown(piece, { key: 'ArrowRight' });
  expect(piece.getAttribute('aria-valuenow')).toBe(String(HOLE));
  fireEvent.keyDown(piece, { key: 'Enter' });
}
