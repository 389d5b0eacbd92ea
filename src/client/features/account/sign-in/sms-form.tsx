import { observer } from 'mobx-react-lite';
import { useState, type SubmitEvent } from 'react';
import { CodeLine, codeProblem } from '#client/features/account/phone/code-line.tsx';
import type { CountriesStore } from '#client/features/account/phone/countries-store.ts';
import { FormFailure } from '#client/features/account/base/form-failure.tsx';
import { PhoneLine } from '#client/features/account/phone/phone-line.tsx';
import type { SignInStore } from './sign-in-store.ts';
import { SubmitButton } from './submit-button.tsx';

interface SmsFormProps {
  readonly store: SignInStore;
  readonly countries: CountriesStore;
}

/** Signing in by a code that is sent to a phone; a number without an account gets one. */
export const SmsForm = observer(function SmsForm({ store, countries }: SmsFormProps) {
  const { sender } = store;
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string>();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const wrong = codeProblem(code);
    setProblem(wrong);
    if (sender.checkNumber() && wrong === undefined) void store.byCode(code);
  };
  const type = (value: string) => {
    setCode(value);
    setProblem(undefined);
    store.attempt.clear();
  };
  return (
    <form className="login-form" noValidate onSubmit={submit}>
      <FormFailure message={(store.attempt.failure ?? sender.failure)?.message} />
      <PhoneLine sender={sender} countries={countries} />
      <CodeLine sender={sender} value={code} problem={problem} onChange={type} />
      <SubmitButton label="登录" busyLabel="正在登录…" busy={store.attempt.isBusy} />
      <p className="login-hint">未注册的手机号验证后将自动创建账号，登录后请阅读并同意用户协议与隐私政策</p>
    </form>
  );
});
