import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { observer } from 'mobx-react-lite';
import { useEffect, useRef } from 'react';
import { useBlobAddress } from '#client/lib/use-blob-address.ts';
import { CopyButton } from '#client/ui/copy-button.tsx';
import { ProofFields } from '#client/features/account/security/proof-fields.tsx';
import type { FactorStore } from './factor-store.ts';
import './second-factor.css';

interface StepsProps {
  readonly store: FactorStore;
  /** The number that codes by SMS go to, masked; null when there is none. */
  readonly phone: string | null;
  /** Puts the recovery codes on the disk. */
  readonly save: (name: string, text: string) => void;
  /** The recovery codes are kept: there is nothing more to do. */
  readonly onDone: () => void;
  /** Absent where there is no way back. */
  readonly onCancel?: () => void;
}

const SUBMIT = { prove: '下一步', scan: '确认开启', renew: '重新生成', end: '关闭两步验证' } as const;
const GROUP = /.{4}/g;

/** The form of the stage that is open, or the recovery codes at its end. */
export const FactorSteps = observer(function FactorSteps({ store, phone, save, onDone, onCancel }: StepsProps) {
  const { stage, act } = store;
  if (stage === 'rest') return null;
  if (stage === 'codes') return <RecoveryCodes codes={store.recoveryCodes} save={save} onDone={onDone} />;
  return (
    <Stack
      component="form"
      noValidate
      aria-label={SUBMIT[stage]}
      sx={{ gap: 1.5, mt: 2, maxWidth: 420, alignItems: 'stretch' }}
      onSubmit={(event) => {
        event.preventDefault();
        void store.submit();
      }}
    >
      {store.asksProof && (
        <ProofFields proof={store.proof} passwordLabel="登录密码" phone={phone} problem={store.proofProblem} />
      )}
      {stage === 'scan' && store.begun && <Secret begun={store.begun} />}
      {store.asksCode && <CodeField store={store} />}
      <div role="alert" className="factor-refusal">
        {store.refusal}
      </div>
      <div className="personal-acts">
        <Button type="submit" variant="contained" color={stage === 'end' ? 'error' : 'primary'} disabled={act.isBusy}>
          {act.isBusy ? '正在提交…' : SUBMIT[stage]}
        </Button>
        {onCancel && (
          <Button color="inherit" onClick={onCancel}>
            取消
          </Button>
        )}
      </div>
    </Stack>
  );
});

const CodeField = observer(function CodeField({ store }: { readonly store: FactorStore }) {
  const isNew = store.stage === 'scan';
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => (isNew ? field.current?.focus({ preventScroll: true }) : undefined), [isNew]);
  return (
    <TextField
      label={isNew ? '动态验证码' : '动态验证码或恢复码'}
      inputRef={field}
      autoComplete="one-time-code"
      value={store.code}
      onChange={({ target }) => store.type(target.value)}
      error={store.codeProblem !== undefined}
      helperText={store.codeProblem ?? (isNew ? '输入应用中显示的 6 位数字' : undefined)}
      slotProps={{ htmlInput: { maxLength: 30, inputMode: isNew ? 'numeric' : 'text', spellCheck: false } }}
    />
  );
});

/** The new secret: a picture to scan, and the same to type. */
function Secret({ begun: { secret, svg } }: { readonly begun: { readonly secret: string; readonly svg: string } }) {
  const address = useBlobAddress(svg);
  return (
    <div className="factor-secret">
      <p>
        在手机上打开身份验证器应用（如微信小程序“身份验证器”、Microsoft Authenticator、Google
        Authenticator），扫描二维码添加账号：
      </p>
      {address !== undefined && <img src={address} alt="两步验证二维码" width={200} height={200} />}
      <p>无法扫码时，选择“手动输入密钥”并填写（基于时间，6 位）：</p>
      <p className="factor-typed">
        <code>{secret.match(GROUP)?.join(' ')}</code>
        <CopyButton value={secret} label="密钥" />
      </p>
    </div>
  );
}

interface RecoveryCodesProps extends Pick<StepsProps, 'save' | 'onDone'> {
  readonly codes: readonly string[];
}

/** The recovery codes, which are shown this once. */
function RecoveryCodes({ codes, save, onDone }: RecoveryCodesProps) {
  const text = codes.join('\n');
  const title = useRef<HTMLElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <section className="factor-codes" aria-label="恢复码">
      <b ref={title} tabIndex={-1}>
        请保存恢复码
      </b>
      <p>
        手机丢失或更换时，可用恢复码代替动态验证码登录，每个仅可使用一次。恢复码只显示这一次，请存放在手机以外的安全地方，不要发给任何人。
      </p>
      <ul>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="personal-acts">
        <CopyButton value={text} label="恢复码" />
        <Button color="inherit" onClick={() => save('两步验证恢复码.txt', text)}>
          下载
        </Button>
        <Button variant="contained" onClick={onDone}>
          我已保存
        </Button>
      </div>
    </section>
  );
}
