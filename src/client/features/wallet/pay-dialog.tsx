import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { observer } from 'mobx-react-lite';
import { goods, shownPrice } from './coin-words.ts';
import type { OffersStore } from './offers-store.ts';
import './coins.css';

/** Asks once before an order is placed, and says where the money goes. */
export const PayDialog = observer(function PayDialog({ store }: { readonly store: OffersStore }) {
  const { chosen, offers, refusal, isPaying } = store;
  const provider = offers?.payment?.label ?? '';
  const close = () => store.choose(undefined);
  return (
    <Dialog open={chosen !== undefined} onClose={close} maxWidth="xs" fullWidth aria-labelledby="pay-title">
      <DialogTitle id="pay-title">确认订单</DialogTitle>
      <DialogContent>
        {chosen && (
          <dl className="coins-facts">
            <dt>商品</dt>
            <dd>{chosen.name}</dd>
            <dt>内容</dt>
            <dd>{goods(chosen)}</dd>
            <dt>应付</dt>
            <dd className="coins-price">{shownPrice(chosen.price)}</dd>
            <dt>支付方式</dt>
            <dd>{provider}</dd>
          </dl>
        )}
        <p className="coins-soft">订单 30 分钟内未支付会自动关闭。付款后权益即时到账。</p>
        {refusal && (
          <Alert severity="error" sx={{ mt: 1 }}>
            {refusal.message}
          </Alert>
        )}
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button color="inherit" disabled={isPaying} onClick={close}>
          取消
        </Button>
        <Button variant="contained" disabled={isPaying} onClick={() => void store.pay()}>
          {isPaying ? '正在前往…' : `前往${provider}支付`}
        </Button>
      </DialogActions>
    </Dialog>
  );
});
