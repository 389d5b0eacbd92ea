import { observer } from 'mobx-react-lite';
import { useState, type SubmitEvent } from 'react';
import { hashAddress, withRedirect } from '#client/lib/router.ts';
import { PlainField } from '#client/ui/plain-field.tsx';
import { FormFailure } from '#client/features/account/base/form-failure.tsx';
import { PasswordLine } from './password-line.tsx';
import type { SignInStore } from './sign-in-store.ts';
import { SubmitButton } from './submit-button.tsx';

interface PasswordFormProps {
  readonly store: SignInStore;
  /** Where the person wants to go; kept over a forgotten password. */
  readonly redirect: string | null;
}

/** Signing in by username or number and password. */
export const PasswordForm = observer(function PasswordForm({ store, redirect }: PasswordFormProps) {
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [wasTried, setTried] = useState(false);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setTried(true);
    if (username.trim() && password) void store.byPassword(username.trim(), password);
  };
  const type = (set: (value: string) => void) => (value: string) => {
    set(value);
    store.attempt.clear();
  };
  return (
    <form className="login-form" noValidate onSubmit={submit}>
      <FormFailure message={store.attempt.failure?.message} />
      <PlainField
        label="账号"
        autoComplete="username"
        name="username"
        maxLength={100}
        placeholder="用户名或手机号"
        value={username}
        onChange={type(setUsername)}
        problem={wasTried && username.trim() === '' ? '请输入账号' : undefined}
      />
      <PasswordLine
        label="密码"
        autoComplete="current-password"
        value={password}
        onChange={type(setPassword)}
        problem={wasTried && password === '' ? '请输入密码' : undefined}
      />
      <SubmitButton label="登录" busyLabel="正在登录…" busy={store.attempt.isBusy} />
      <p className="login-hint">
        <a href={hashAddress(withRedirect('/forget', redirect))}>忘记密码</a>
      </p>
    </form>
  );
});
