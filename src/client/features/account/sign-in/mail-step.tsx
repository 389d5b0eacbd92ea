import { observer } from 'mobx-react-lite';
import type { SubmitEvent } from 'react';
import { FormFailure } from '#client/features/account/base/form-failure.tsx';
import { PlainField } from '#client/ui/plain-field.tsx';
import type { ResetMailStore } from './reset-mail-store.ts';
import { SubmitButton } from './submit-button.tsx';

/** A link to the proved mail address of an account replaces number and code. */
export const MailStep = observer(function MailStep({ store }: { readonly store: ResetMailStore }) {
  const { sentTo, countdown, sending } = store;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void store.send();
  };
  return (
    <form className="login-form" noValidate onSubmit={submit}>
      <p className="login-lead">向账号验证过的邮箱发送重置链接</p>
      <FormFailure message={sending.failure?.message} />
      <PlainField
        label="邮箱"
        type="email"
        inputMode="email"
        autoComplete="email"
        name="email"
        maxLength={254}
        placeholder="请输入邮箱"
        value={store.email}
        problem={store.problem}
        onChange={store.setEmail}
      />
      {sentTo !== undefined && (
        <p role="status" className="login-hint">
          若 {sentTo} 已绑定账号，您将收到一封邮件，请在 30
          分钟内打开其中的链接设置新密码。没有收到？请查看垃圾邮件，或稍后重新发送。
        </p>
      )}
      <SubmitButton
        label={
          countdown.seconds > 0 ? `${countdown.seconds} 秒后可重新发送` : sentTo === undefined ? '发送链接' : '重新发送'
        }
        busyLabel="正在发送…"
        busy={sending.isBusy}
        isLater={countdown.seconds > 0}
      />
    </form>
  );
});
