import { usePageTitle } from '#client/lib/page-title.ts';
import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { hashAddress, withRedirect } from '#client/lib/router.ts';
import { CaptchaGate } from '#client/features/account/captcha/captcha-gate.tsx';
import type { CaptchaStore } from '#client/features/account/captcha/captcha-store.ts';
import type { CountriesStore } from '#client/features/account/phone/countries-store.ts';
import { CodeStep, NewPasswordStep, PhoneStep } from './forget-steps.tsx';
import { MailStep } from './mail-step.tsx';
import { FORGET_STEPS, type ForgetStep, type ForgetStore } from './forget-store.ts';
import { LoginFrame } from '#client/features/account/base/login-frame.tsx';
import './forget-page.css';

const LABELS: Readonly<Record<ForgetStep, string>> = { phone: '手机号', code: '验证', password: '新密码' };

interface ForgetPageProps {
  readonly store: ForgetStore;
  readonly captcha: CaptchaStore;
  readonly countries: CountriesStore;
  /** Says a word that outlives this screen. */
  readonly say: (text: string) => void;
}

/** A forgotten password: number, code, new password, each a step of the address, so that Back goes back by one. */
export const ForgetPage = observer(function ForgetPage({ store, captcha, countries, say }: ForgetPageProps) {
  usePageTitle('重置密码');
  const [query, setQuery] = useSearchParams();
  const navigate = useNavigate();
  const ticket = query.get('ticket');
  const step = ticket === null ? store.reachable(query.get('step')) : 'password';
  const redirect = query.get('redirect');
  const isByMail = ticket === null && query.get('by') === 'email';
  const otherWay = new URLSearchParams(isByMail ? {} : { by: 'email' });
  if (redirect !== null) otherWay.set('redirect', redirect);
  const goTo = (next: ForgetStep) => setQuery((before) => ({ ...Object.fromEntries(before), step: next }));
  const login = withRedirect('/login?tab=password', redirect);
  useEffect(() => {
    if (ticket !== null) store.bringTicket(ticket);
  }, [store, ticket]);
  const finish = () => {
    say(ticket === null ? '密码已重置，请使用新密码登录' : '密码已设置，请登录');
    void navigate(login, { replace: true });
  };
  return (
    <LoginFrame redirect={redirect}>
      <h1>{ticket === null ? '重置密码' : '设置密码'}</h1>
      {ticket === null && !isByMail && (
        <ol className="login-steps" aria-label="步骤">
          {FORGET_STEPS.map((candidate, index) => (
            <li
              key={candidate}
              aria-current={candidate === step ? 'step' : undefined}
              data-done={index < FORGET_STEPS.indexOf(step) || undefined}
            >
              {index + 1}. {LABELS[candidate]}
            </li>
          ))}
        </ol>
      )}
      {isByMail && <MailStep store={store.mail} />}
      {!isByMail && step === 'phone' && <PhoneStep store={store} countries={countries} onDone={() => goTo('code')} />}
      {!isByMail && step === 'code' && <CodeStep store={store} onDone={() => goTo('password')} />}
      {!isByMail && step === 'password' && <NewPasswordStep store={store} onDone={finish} />}
      {ticket === null && (isByMail || step === 'phone') && (
        <a className="login-way-back" href={hashAddress(`/forget?${otherWay.toString()}`)}>
          {isByMail ? '改用手机号验证' : '手机号已停用？改用邮箱'}
        </a>
      )}
      <a className="login-way-back" href={hashAddress(login)}>
        返回登录
      </a>
      <CaptchaGate store={captcha} />
    </LoginFrame>
  );
});
