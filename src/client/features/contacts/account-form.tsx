import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { MAX_REASON, MIN_REASON } from '#schemas/generated/api/staff-reason.ts';
import { asFailure } from '#client/lib/api-failure.ts';

interface AccountFormProps {
  /** What the button does. */
  readonly action: string;
  readonly isBusy: boolean;
  /** Rejects with the failure where it is refused: what was typed stays. */
  readonly onSend: (account: string, reason: string) => Promise<void>;
}

const MAX_ACCOUNT = 100;

/** Names an account and says why: every staff action has its reason. */
export function AccountForm({ action, isBusy, onSend }: AccountFormProps) {
  const [account, setAccount] = useState('');
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState('');
  const { length } = [...reason.trim()];
  const isWhole = account.trim() !== '' && length >= MIN_REASON && length <= MAX_REASON;
  const send = async () => {
    setProblem('');
    try {
      await onSend(account.trim(), reason.trim());
      setAccount('');
      setReason('');
    } catch (thrown) {
      setProblem(asFailure(thrown).message);
    }
  };
  return (
    <Stack
      component="form"
      direction="row"
      onSubmit={(event) => {
        event.preventDefault();
        if (isWhole) void send();
      }}
      sx={{ gap: 1.5, flexWrap: 'wrap', alignItems: 'flex-start' }}
    >
      <TextField
        label="用户名或UID"
        required
        value={account}
        onChange={({ target }) => setAccount(target.value)}
        slotProps={{ htmlInput: { maxLength: MAX_ACCOUNT } }}
        sx={{ flex: '1 1 180px' }}
      />
      <TextField
        label="理由"
        required
        value={reason}
        onChange={({ target }) => setReason(target.value)}
        sx={{ flex: '2 1 260px' }}
      />
      <Button type="submit" variant="contained" disabled={isBusy || !isWhole} sx={{ height: 40 }}>
        {action}
      </Button>
      {problem !== '' && (
        <Alert severity="error" sx={{ flex: '1 0 100%' }}>
          {problem}
        </Alert>
      )}
    </Stack>
  );
}
