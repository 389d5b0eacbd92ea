import { CaptchaGate } from '#client/features/account/captcha/captcha-gate.tsx';
import { CaptchaStore } from '#client/features/account/captcha/captcha-store.ts';
import { CountriesStore } from '#client/features/account/phone/countries-store.ts';
import { ForgetPage } from '#client/features/account/sign-in/forget-page.tsx';
import { ForgetStore } from '#client/features/account/sign-in/forget-store.ts';
import { askHosted } from '#client/features/account/captcha/hosted-captcha.ts';
import { FactorSetupPage } from '#client/features/account/second-factor/factor-setup-page.tsx';
import { FactorStep } from '#client/features/account/base/factor-step.ts';
import { FactorStore } from '#client/features/account/second-factor/factor-store.ts';
import { LoginPage } from '#client/features/account/sign-in/login-page.tsx';
import { QrLoginStore } from '#client/features/account/qr-login/qr-login-store.ts';
import { ScanPage } from '#client/features/account/qr-login/scan-page.tsx';
import { ScanStore } from '#client/features/account/qr-login/scan-store.ts';
import { OwnCodeStore } from '#client/features/account/security/own-code-store.ts';
import { ProofStore } from '#client/features/account/security/proof-store.ts';
import { SignInStore } from '#client/features/account/sign-in/sign-in-store.ts';
import { downloadText } from '#client/lib/download.ts';
import { every } from '#client/lib/every.ts';
import { browserClock as clock } from '#client/lib/clock.ts';
import { screen } from '#client/app/base/screen.tsx';
import type { AppStores } from '#client/app/base/stores.ts';

/** Said to visitors on the way to a page that is closed to them. */
const COMING_BACK = '您要打开的页面登录后可见，登录或注册后会直接打开。';

const isPhone = () => window.matchMedia?.('(pointer: coarse)').matches ?? false;
/** The captcha of one screen. */
export const captchaOf = ({ api }: AppStores) => new CaptchaStore({ api, clock, isPhone, askHosted });

const everySecond = (work: () => void) => every(1000, work);

/** Setting up the second factor of an account, whose owner is proved by its password or a code to its number. */
export function factorStore(
  api: AppStores['api'],
  captcha: CaptchaStore,
  { hasPassword, phone }: { readonly hasPassword: boolean; readonly phone: string | null },
): FactorStore {
  const code = new OwnCodeStore({ api, purpose: 'factor', askCaptcha: () => captcha.ask(), everySecond });
  return new FactorStore(api, new ProofStore(code, { byPassword: hasPassword, byCode: phone !== null }));
}

/** Signing in. */
export const LoginScreen = screen(
  (stores) => {
    const { api, session, toast } = stores;
    const captcha = captchaOf(stores);
    const factor = new FactorStep({ api, session, say: toast.say });
    const rest = { api, clock, session, factor, say: toast.say };
    return {
      captcha,
      factor,
      signIn: new SignInStore({ ...rest, captcha }),
      qr: new QrLoginStore(rest),
      countries: new CountriesStore(api),
    };
  },
  (parts, { session }, { query }) => (
    <LoginPage parts={parts} notice={session.endedBecause ?? (query.has('redirect') ? COMING_BACK : undefined)} />
  ),
);

/** Staff set up the second factor that is asked of them; the captcha of their code by SMS is in front of it. */
export const FactorSetupScreen = screen(
  (stores) => {
    const { api, session } = stores;
    const captcha = captchaOf(stores);
    const { hasPassword = true, phone = null } = session.newcomer ?? {};
    return { captcha, store: factorStore(api, captcha, { hasPassword, phone }), phone };
  },
  ({ captcha, store, phone }, { session }) => (
    <>
      <FactorSetupPage
        store={store}
        phone={phone}
        save={downloadText}
        onDone={() => void session.load()}
        onLeave={() => void session.signOut()}
      />
      <CaptchaGate store={captcha} />
    </>
  ),
);

/** A forgotten password. */
export const ForgetScreen = screen(
  (stores) => {
    const { api } = stores;
    const captcha = captchaOf(stores);
    return { captcha, store: new ForgetStore({ api, clock, captcha }), countries: new CountriesStore(api) };
  },
  (parts, { toast }) => <ForgetPage {...parts} say={toast.say} />,
);

/** The phone's side of signing in by QR code. */
export const ScanScreen = screen(
  ({ api }, { query }) => new ScanStore(api, clock, query.get('ticket') ?? ''),
  (store, { session }) => <ScanPage store={store} name={session.profile?.name ?? ''} />,
);
