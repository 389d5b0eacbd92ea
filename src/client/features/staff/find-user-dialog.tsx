import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { FormDialog } from '#client/ui/dialogs/form-dialog.tsx';

interface FindUserDialogProps {
  /** Opens the page of the user with a phone number; false where there is none. */
  readonly onFind: (phone: string) => Promise<boolean>;
  readonly onClose: () => void;
}

/** Finds the user with a phone number. The number is in no address, where the browser history would keep it. */
export function FindUserDialog({ onFind, onClose }: FindUserDialogProps) {
  const [phone, setPhone] = useState('');
  const [isUnknown, setUnknown] = useState(false);
  const find = async () => {
    const isFound = await onFind(phone);
    setUnknown(!isFound);
    return isFound;
  };
  return (
    <FormDialog
      title="按手机号查找用户"
      confirm="查找"
      busyWord="正在查找…"
      isReady={phone.trim() !== ''}
      onSubmit={find}
      onClose={onClose}
    >
      <TextField
        label="完整手机号"
        value={phone}
        onChange={({ target }) => setPhone(target.value)}
        error={isUnknown}
        helperText={isUnknown ? '没有找到使用该手机号的用户' : '境外号码请带国家码，如 +852'}
        slotProps={{ htmlInput: { maxLength: 100, autoComplete: 'off', inputMode: 'tel' } }}
        autoFocus
      />
    </FormDialog>
  );
}
