import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { useState } from 'react';

interface AccountFormProps {
  /** What the button does. */
  readonly action: string;
  readonly isBusy: boolean;
  /** True when it is done, and the fields may be emptied. */
  readonly onSend: (account: string, reason: string) => Promise<boolean>;
}

const MAX_ACCOUNT = 100;
const MIN_REASON = 2;
const MAX_REASON = 200;

/** Names an account and says why: every deed of staff has its reason. */
export function AccountForm({ action, isBusy, onSend }: AccountFormProps) {
  const [account, setAccount] = useState('');
  const [reason, setReason] = useState('');
  const isWhole = account.trim() !== '' && reason.trim().length >= MIN_REASON;
  const send = async () => {
    if (!(await onSend(account.trim(), reason.trim()))) return;
    setAccount('');
    setReason('');
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
        slotProps={{ htmlInput: { maxLength: MAX_REASON } }}
        sx={{ flex: '2 1 260px' }}
      />
      <Button type="submit" variant="contained" disabled={isBusy || !isWhole} sx={{ height: 40 }}>
        {action}
      </Button>
    </Stack>
  );
}
