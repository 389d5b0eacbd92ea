import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import { useState } from 'react';

interface ReasonDialogProps {
  readonly title: string;
  readonly action: string;
  readonly onClose: () => void;
  readonly onSend: (reason: string) => Promise<boolean>;
}

const MIN_REASON = 2;
const MAX_REASON = 200;

/** Asks for the reason of a deed before it is done. */
export function ReasonDialog({ title, action, onClose, onSend }: ReasonDialogProps) {
  const [reason, setReason] = useState('');
  const isWhole = reason.trim().length >= MIN_REASON;
  const send = async () => {
    await onSend(reason.trim());
    onClose();
  };
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth aria-labelledby="reason-title">
      <DialogTitle id="reason-title">{title}</DialogTitle>
      <DialogContent>
        <TextField
          label="理由"
          required
          fullWidth
          autoFocus
          value={reason}
          onChange={({ target }) => setReason(target.value)}
          helperText="会写入操作日志"
          slotProps={{ htmlInput: { maxLength: MAX_REASON } }}
          sx={{ mt: 1 }}
        />
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button color="inherit" onClick={onClose}>
          取消
        </Button>
        <Button variant="contained" disabled={!isWhole} onClick={() => void send()}>
          {action}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
