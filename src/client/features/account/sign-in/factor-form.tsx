import { observer } from 'mobx-react-lite';
import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import type { FactorStep } from '#client/features/account/base/factor-step.ts';
import { FormFailure } from '#client/features/account/base/form-failure.tsx';
import { PlainButton } from '#client/ui/plain-button.tsx';
import { PlainField } from '#client/ui/plain-field.tsx';
import { SubmitButton } from './submit-button.tsx';

const NO_DIGIT = /\D/g;
const DIGITS = 6;
const LEAST_RECOVERY = 10;

const WAYS = {
  app: {
    lead: '请打开身份验证器应用，输入 6 位动态验证码',
    label: '动态验证码',
    placeholder: '6 位数字',
    other: '手机不在身边？使用恢复码',
    problem: (code: string) => (code.length === DIGITS ? undefined : '请输入 6 位动态验证码'),
  },
  recovery: {
    lead: '请输入设置两步验证时保存的恢复码，每个恢复码仅可使用一次',
    label: '恢复码',
    placeholder: 'xxxxx-xxxxx',
    other: '使用动态验证码',
    problem: (code: string) =>
      code.replace(/[\s-]/g, '').length >= LEAST_RECOVERY ? undefined : '请输入完整的恢复码（10 位字母和数字）',
  },
} as const;

/** The code of the authenticator app, or a recovery code in its place. */
export const FactorForm = observer(function FactorForm({ store }: { readonly store: FactorStep }) {
  const [way, setWay] = useState<keyof typeof WAYS>('app');
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const words = WAYS[way];
  useEffect(() => field.current?.focus(), [way]);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const wrong = words.problem(code);
    setProblem(wrong);
    if (wrong === undefined) void store.pass(code);
  };
  const type = (text: string) => {
    setCode(way === 'app' ? text.replace(NO_DIGIT, '').slice(0, DIGITS) : text);
    setProblem(undefined);
    store.attempt.clear();
  };
  const change = () => {
    setWay(way === 'app' ? 'recovery' : 'app');
    type('');
  };
  return (
    <form className="login-form" noValidate onSubmit={submit}>
      <p className="login-lead">{words.lead}</p>
      <FormFailure message={store.attempt.failure?.message} />
      <PlainField
        key={way}
        ref={field}
        label={words.label}
        name="factor"
        inputMode={way === 'app' ? 'numeric' : 'text'}
        autoComplete={way === 'app' ? 'one-time-code' : 'off'}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={30}
        placeholder={words.placeholder}
        value={code}
        problem={problem}
        onChange={type}
      />
      <SubmitButton label="验证并登录" busyLabel="正在验证…" busy={store.attempt.isBusy} />
      <p className="login-hint">
        <PlainButton onClick={change}>{words.other}</PlainButton>
      </p>
      <p className="login-hint">手机和恢复码都已丢失？请联系客服或其他运营人员，核实身份后为您重置。</p>
      <PlainButton className="login-way-back" onClick={() => store.leave()}>
        返回登录
      </PlainButton>
    </form>
  );
});
