import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { observer } from 'mobx-react-lite';
import type { ContactKind, ExchangeStore } from './exchange-store.ts';

export interface ExchangeDialogProps {
  readonly exchange: ExchangeStore;
  readonly what: ContactKind;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

const TITLES: Readonly<Record<ContactKind, string>> = { PHONE: '交换手机号', WEIXIN: '交换微信' };

/** What a request will give away, before it is sent. */
export const ExchangeDialog = observer(function ExchangeDialog(props: ExchangeDialogProps) {
  const { exchange, what, onConfirm, onClose } = props;
  return (
    <Dialog
      open
      onClose={onClose}
      maxWidth="xs"
      fullWidth
      aria-labelledby="exchange-title"
      aria-describedby="exchange-words"
    >
      <DialogTitle id="exchange-title">{TITLES[what]}</DialogTitle>
      <DialogContent id="exchange-words">{exchange.warning(what)}</DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button color="inherit" onClick={onClose}>
          取消
        </Button>
        <Button variant="contained" autoFocus disabled={exchange.isBusy} onClick={onConfirm}>
          {exchange.isBusy ? '正在发送…' : '继续'}
        </Button>
      </DialogActions>
    </Dialog>
  );
});
