import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { Profile } from '#schemas/api/session.ts';
import { PASSWORD_LENGTH } from '#shared/validation/password-rules.ts';
import type { PasswordStore } from './password-store.ts';
import { ProofFields } from './proof-fields.tsx';

interface PasswordCardProps {
  readonly store: PasswordStore;
  readonly profile: Profile;
  readonly onDone: () => void;
}

/** Sets or changes the password; every other device is signed out by it. */
export const PasswordCard = observer(function PasswordCard({ store, profile, onDone }: PasswordCardProps) {
  const [isOpen, setOpen] = useState(false);
  const word = profile.hasPassword ? '修改密码' : '设置密码';
  const submit = async () => {
    if (!(await store.save())) return;
    setOpen(false);
    onDone();
  };
  return (
    <section className="personal-card" aria-label="登录密码">
      <div className="personal-row">
        <div>
          <b>登录密码</b>
          <p className="personal-soft">
            {profile.hasPassword ? '已设置。修改后其他设备需要重新登录。' : '尚未设置，目前通过短信验证码登录。'}
          </p>
        </div>
        {!isOpen && <Button onClick={() => setOpen(true)}>{word}</Button>}
      </div>
      {isOpen && (
        <Stack
          component="form"
          noValidate
          aria-label={word}
          sx={{ gap: 1.5, mt: 2, maxWidth: 420, alignItems: 'stretch' }}
          onSubmit={(event) => {
            event.preventDefault();
            void submit();
          }}
        >
          {/* Lets the browser's password store know whose password it is. */}
          <input type="text" autoComplete="username" value={profile.username} readOnly hidden />
          <ProofFields proof={store.proof} passwordLabel="原密码" phone={profile.phone} problem={store.proofProblem} />
          <TextField
            type="password"
            label="新密码"
            autoComplete="new-password"
            value={store.passwd}
            onChange={({ target }) => store.setNew(target.value)}
            error={store.newProblem !== undefined}
            helperText={
              store.newProblem ??
              `${PASSWORD_LENGTH.least} 到 ${PASSWORD_LENGTH.most} 个字符，至少包含两类字符，请勿使用常见密码`
            }
          />
          <TextField
            type="password"
            label="确认新密码"
            autoComplete="new-password"
            value={store.again}
            onChange={({ target }) => store.setAgain(target.value)}
            error={store.againProblem !== undefined}
            helperText={store.againProblem}
          />
          <div className="personal-acts">
            <Button type="submit" variant="contained" disabled={store.saving.isBusy}>
              {store.saving.isBusy ? '保存中…' : '保存'}
            </Button>
            <Button color="inherit" onClick={() => setOpen(false)}>
              取消
            </Button>
          </div>
        </Stack>
      )}
    </section>
  );
});
