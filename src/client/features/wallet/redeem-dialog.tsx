import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import { observer } from 'mobx-react-lite';
import type { SubmitEvent } from 'react';
import type { RedeemStore } from './redeem-store.ts';

const MAX_CODE = 40;
const HELP = '16 位字母与数字，不区分大小写，可不填连字符';

/** Where a redemption code is typed. What is wrong with it is shown beside it. */
export const RedeemDialog = observer(function RedeemDialog({ store }: { readonly store: RedeemStore }) {
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void store.redeem();
  };
  return (
    <Dialog open={store.isOpen} onClose={store.close} maxWidth="xs" fullWidth aria-labelledby="redeem-title">
      <form onSubmit={submit}>
        <DialogTitle id="redeem-title">使用兑换码</DialogTitle>
        <DialogContent>
          <TextField
            label="兑换码"
            placeholder="XXXX-XXXX-XXXX-XXXX"
            value={store.code}
            onChange={({ target }) => store.type(target.value)}
            error={store.failure !== undefined}
            helperText={store.failure?.message ?? HELP}
            autoFocus
            fullWidth
            autoComplete="off"
            slotProps={{
              htmlInput: { maxLength: MAX_CODE, autoCapitalize: 'characters', spellCheck: false },
              formHelperText: { role: store.failure ? 'alert' : undefined },
            }}
            sx={{ mt: 1, '& input': { letterSpacing: '0.08em' }, '& input::placeholder': { opacity: 0.5 } }}
          />
        </DialogContent>
        <DialogActions sx={{ px: 3, pb: 2 }}>
          <Button color="inherit" onClick={store.close}>
            取消
          </Button>
          <Button type="submit" variant="contained" disabled={store.isSending || store.code.trim() === ''}>
            {store.isSending ? '正在兑换…' : '兑换'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
});
