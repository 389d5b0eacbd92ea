import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { observer } from 'mobx-react-lite';
import type { ProofStore } from './proof-store.ts';

interface ProofFieldsProps {
  readonly proof: ProofStore;
  /** What the password is called here. */
  readonly passwordLabel: string;
  /** The number that codes go to, masked; null when there is none. */
  readonly phone: string | null;
  /** What the server said about the password or the code. */
  readonly problem: string | undefined;
}

/** The password, or a code to the account's own number. */
export const ProofFields = observer(function ProofFields({ proof, passwordLabel, phone, problem }: ProofFieldsProps) {
  const { code } = proof;
  return (
    <>
      {proof.byPassword && proof.byCode && (
        <ToggleButtonGroup
          exclusive
          size="small"
          aria-label="验证方式"
          value={proof.way}
          onChange={(_, way: 'password' | 'code' | null) => way && proof.choose(way)}
        >
          <ToggleButton value="password">密码验证</ToggleButton>
          <ToggleButton value="code">短信验证</ToggleButton>
        </ToggleButtonGroup>
      )}
      {proof.way === 'password' ? (
        <TextField
          type="password"
          label={passwordLabel}
          autoComplete="current-password"
          value={proof.password}
          onChange={({ target }) => proof.typePassword(target.value)}
          error={problem !== undefined}
          helperText={problem}
          slotProps={{ htmlInput: { maxLength: 200 } }}
        />
      ) : (
        <TextField
          label="短信验证码"
          inputMode="numeric"
          autoComplete="one-time-code"
          value={code.code}
          onChange={({ target }) => code.type(target.value)}
          error={problem !== undefined || code.sending.failure !== undefined}
          helperText={
            problem ??
            code.sending.failure?.message ??
            (code.isSent ? `验证码已发送至 ${phone ?? ''}` : `发送至 ${phone ?? ''}`)
          }
          slotProps={{
            input: {
              endAdornment: (
                <Button disabled={!code.isReady} onClick={() => void code.send()} sx={{ whiteSpace: 'nowrap' }}>
                  {code.seconds > 0 ? `${code.seconds} 秒后重发` : '获取验证码'}
                </Button>
              ),
            },
          }}
        />
      )}
    </>
  );
});
