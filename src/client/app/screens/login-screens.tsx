import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { CaptchaStore } from '#client/features/account/captcha/captcha-store.ts';
import { CountriesStore } from '#client/features/account/phone/countries-store.ts';
import { ForgetPage } from '#client/features/account/sign-in/forget-page.tsx';
import { ForgetStore } from '#client/features/account/sign-in/forget-store.ts';
import { askHosted } from '#client/features/account/captcha/hosted-captcha.ts';
import { LoginPage } from '#client/features/account/sign-in/login-page.tsx';
import { QrLoginStore } from '#client/features/account/qr-login/qr-login-store.ts';
import { ScanPage } from '#client/features/account/qr-login/scan-page.tsx';
import { ScanStore } from '#client/features/account/qr-login/scan-store.ts';
import { SignInStore } from '#client/features/account/sign-in/sign-in-store.ts';
import { browserClock as clock } from '#client/lib/clock.ts';
import { usePageTitle } from '#client/lib/page-title.ts';
import type { AppStores } from '#client/app/base/stores.ts';

interface ScreenProps {
  readonly stores: AppStores;
}

const isPhone = () => window.matchMedia?.('(pointer: coarse)').matches ?? false;
/** The captcha of one screen. */
export const captchaOf = ({ api }: AppStores) => new CaptchaStore({ api, clock, isPhone, askHosted });

/** Signing in. */
export const LoginScreen = observer(function LoginScreen({ stores }: ScreenProps) {
  usePageTitle('登录');
  const [parts] = useState(() => {
    const { api, session, toast } = stores;
    const captcha = captchaOf(stores);
    const rest = { api, clock, session, say: toast.say };
    return {
      captcha,
      signIn: new SignInStore({ ...rest, captcha }),
      qr: new QrLoginStore(rest),
      countries: new CountriesStore(api),
    };
  });
  return <LoginPage parts={parts} notice={stores.session.endedBecause} />;
});

/** A forgotten password. */
export function ForgetScreen({ stores }: ScreenProps) {
  usePageTitle('重置密码');
  const [parts] = useState(() => {
    const { api } = stores;
    const captcha = captchaOf(stores);
    return { captcha, store: new ForgetStore({ api, clock, captcha }), countries: new CountriesStore(api) };
  });
  return <ForgetPage {...parts} say={stores.toast.say} />;
}

/** The phone's side of signing in by QR code. */
export const ScanScreen = observer(function ScanScreen({ stores }: ScreenProps) {
  usePageTitle('登录确认');
  const [query] = useSearchParams();
  const ticket = query.get('ticket') ?? '';
  const [store] = useState(() => new ScanStore(stores.api, clock, ticket));
  return <ScanPage store={store} name={stores.session.profile?.name ?? ''} />;
});
