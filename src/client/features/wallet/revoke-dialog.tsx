import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import { observer } from 'mobx-react-lite';
import { useState, type SubmitEvent } from 'react';
import type { IssuedCode } from '#schemas/api/orders.ts';
import type { CodesStore } from './codes-store.ts';

interface RevokeDialogProps {
  readonly store: CodesStore;
  readonly code: IssuedCode;
  readonly onClose: () => void;
}

const MAX_REASON = 200;

/** Asks for the reason before a code becomes worth nothing, which cannot be undone. */
export const RevokeDialog = observer(function RevokeDialog({ store, code, onClose }: RevokeDialogProps) {
  const [reason, setReason] = useState('');
  const [isBusy, setBusy] = useState(false);
  const refusal = store.refusals.get(code.id);
  const revoke = async () => {
    setBusy(true);
    if (await store.revoke(code.id, reason.trim())) onClose();
    else setBusy(false);
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void revoke();
  };
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth aria-labelledby="revoke-title">
      <form onSubmit={submit}>
        <DialogTitle id="revoke-title">作废兑换码</DialogTitle>
        <DialogContent>
          <p className="coins-soft">
            末四位 {code.lastFour} 的“{code.product.name}”兑换码将立即失效，作废后不能恢复。
          </p>
          <TextField
            label="理由"
            value={reason}
            onChange={({ target }) => setReason(target.value)}
            slotProps={{ htmlInput: { maxLength: MAX_REASON } }}
            autoFocus
            fullWidth
            required
            sx={{ mt: 2 }}
          />
          {refusal && (
            <Alert severity="error" sx={{ mt: 1 }}>
              {refusal.message}
            </Alert>
          )}
        </DialogContent>
        <DialogActions sx={{ px: 3, pb: 2 }}>
          <Button color="inherit" onClick={onClose}>
            取消
          </Button>
          <Button type="submit" color="error" variant="contained" disabled={isBusy || reason.trim() === ''}>
            作废
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
});
