import { usePageTitle } from '#client/lib/page-title.ts';
import { observer } from 'mobx-react-lite';
import { useSearchParams } from 'react-router-dom';
import { productName } from '#client/lib/product.ts';
import { CaptchaGate } from '#client/features/account/captcha/captcha-gate.tsx';
import type { CaptchaStore } from '#client/features/account/captcha/captcha-store.ts';
import type { CountriesStore } from '#client/features/account/phone/countries-store.ts';
import type { FactorStep } from '#client/features/account/base/factor-step.ts';
import { FormFailure } from '#client/features/account/base/form-failure.tsx';
import { LoginFrame } from '#client/features/account/base/login-frame.tsx';
import { FactorForm } from './factor-form.tsx';
import { PasswordForm } from './password-form.tsx';
import type { QrLoginStore } from '#client/features/account/qr-login/qr-login-store.ts';
import { lazyPart } from '#client/ui/lazy-part.tsx';
import { PlainTabs, tabId } from '#client/ui/plain-tabs.tsx';
import type { SignInStore } from './sign-in-store.ts';
import { SmsForm } from './sms-form.tsx';

const QrPanel = lazyPart(async () => (await import('#client/features/account/qr-login/qr-panel.tsx')).QrPanel);

/** Ways to sign in, as the address spells them. */
const WAYS = [
  { value: 'sms', label: '短信登录' },
  { value: 'password', label: '密码登录' },
  { value: 'qr', label: '扫码登录' },
] as const;
const PANEL = 'login-panel';

/** What the three ways to sign in live on. */
export interface LoginDeps {
  readonly signIn: SignInStore;
  readonly qr: QrLoginStore;
  readonly factor: FactorStep;
  readonly captcha: CaptchaStore;
  readonly countries: CountriesStore;
}

interface LoginPageProps {
  readonly parts: LoginDeps;
  /** Why the person was sent here. */
  readonly notice: string | undefined;
}

/** Signing in, by the way that the address names. Where to go afterwards is the route's matter. */
export const LoginPage = observer(function LoginPage({ parts, notice }: LoginPageProps) {
  usePageTitle('登录');
  const { signIn, qr, factor, captcha, countries } = parts;
  const [query, setQuery] = useSearchParams();
  const way = WAYS.find(({ value }) => value === query.get('tab'))?.value ?? 'sms';
  const choose = (next: typeof way) => {
    signIn.attempt.clear();
    factor.leave();
    setQuery((before) => ({ ...Object.fromEntries(before), tab: next }), { replace: true });
  };
  const redirect = query.get('redirect');
  if (factor.ticket !== undefined)
    return (
      <LoginFrame redirect={redirect}>
        <h1>两步验证</h1>
        <FactorForm store={factor} />
      </LoginFrame>
    );
  return (
    <LoginFrame redirect={redirect}>
      <h1>登录{productName()}</h1>
      {notice !== undefined && (
        <p className="login-notice" role="status">
          {notice}
        </p>
      )}
      <FormFailure message={factor.over?.message} />
      <PlainTabs
        label="登录方式"
        tabs={WAYS}
        value={way}
        onChange={choose}
        panel={PANEL}
        isImmediate
        className="login-tabs"
      />
      <div id={PANEL} role="tabpanel" aria-labelledby={tabId(PANEL, way)} className="login-panel">
        {way === 'sms' && <SmsForm store={signIn} countries={countries} />}
        {way === 'password' && <PasswordForm store={signIn} redirect={redirect} />}
        {way === 'qr' && <QrPanel store={qr} />}
      </div>
      <CaptchaGate store={captcha} />
    </LoginFrame>
  );
});
