import { observer } from 'mobx-react-lite';
import { useState, type SubmitEvent } from 'react';
import { passwordProblem } from '#shared/validation/password-rules.ts';
import { CodeLine, codeProblem } from '#client/features/account/phone/code-line.tsx';
import type { CountriesStore } from '#client/features/account/phone/countries-store.ts';
import type { ForgetStore } from './forget-store.ts';
import { FormFailure } from '#client/features/account/base/form-failure.tsx';
import { PasswordLine } from './password-line.tsx';
import { PasswordRules } from './password-rules.tsx';
import { PhoneLine } from '#client/features/account/phone/phone-line.tsx';
import { SubmitButton } from './submit-button.tsx';

interface StepProps {
  readonly store: ForgetStore;
  readonly onDone: () => void;
}

/** Whose password it is. A number to which a code is on its way needs no other to go on. */
export const PhoneStep = observer(function PhoneStep({
  store,
  countries,
  onDone,
}: StepProps & { readonly countries: CountriesStore }) {
  const { sender } = store;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (sender.isSent && !sender.isReady) onDone();
    else void sender.send().then((isSent) => isSent && onDone());
  };
  return (
    <form className="login-form" noValidate onSubmit={submit}>
      <p className="login-lead">向账号绑定的手机号发送验证码</p>
      <FormFailure message={sender.failure?.message} />
      <PhoneLine sender={sender} countries={countries} />
      <SubmitButton label="下一步" busyLabel="正在发送…" busy={sender.sending.isBusy} />
    </form>
  );
});

/** The code proves that the number is the person's. */
export const CodeStep = observer(function CodeStep({ store, onDone }: StepProps) {
  const { sender } = store;
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string>();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const wrong = codeProblem(code);
    setProblem(wrong);
    if (wrong === undefined) void store.verify(code).then((isRight) => isRight && onDone());
  };
  const type = (value: string) => {
    setCode(value);
    setProblem(undefined);
    store.step.clear();
  };
  return (
    <form className="login-form" noValidate onSubmit={submit}>
      <p className="login-lead">
        若 +{sender.number.countryCode} {sender.number.phone} 已注册，您将收到一条短信验证码
      </p>
      <FormFailure message={(store.step.failure ?? sender.failure)?.message} />
      <CodeLine sender={sender} value={code} problem={problem} onChange={type} />
      <SubmitButton label="下一步" busyLabel="正在验证…" busy={store.step.isBusy} />
    </form>
  );
});

/** The new password, twice. */
export const NewPasswordStep = observer(function NewPasswordStep({ store, onDone }: StepProps) {
  const [first, setFirst] = useState('');
  const [second, setSecond] = useState('');
  const [wasTried, setTried] = useState(false);
  const problem = first === '' ? '请输入新密码' : (passwordProblem(first) ?? undefined);
  const differs = first === second ? undefined : '两次输入的密码不一致';
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setTried(true);
    if (problem === undefined && differs === undefined) void store.reset(first).then((isSet) => isSet && onDone());
  };
  const type = (set: (value: string) => void) => (value: string) => {
    set(value);
    store.step.clear();
  };
  return (
    <form className="login-form" noValidate onSubmit={submit}>
      <FormFailure message={store.step.failure?.message} />
      <PasswordLine
        label="新密码"
        autoComplete="new-password"
        value={first}
        onChange={type(setFirst)}
        problem={wasTried ? problem : undefined}
        help={<PasswordRules password={first} />}
      />
      <PasswordLine
        label="再次输入新密码"
        autoComplete="new-password"
        value={second}
        onChange={type(setSecond)}
        problem={wasTried ? differs : undefined}
      />
      <p className="login-hint">重置后，此账号在所有设备上都需要重新登录</p>
      <SubmitButton label="完成" busyLabel="正在提交…" busy={store.step.isBusy} />
    </form>
  );
});
