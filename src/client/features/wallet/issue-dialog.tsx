import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { observer } from 'mobx-react-lite';
import { useState, type SubmitEvent } from 'react';
import { MAX_CODES } from '#schemas/generated/api/orders.ts';
import { goods } from './coin-words.ts';
import type { CodesStore } from './codes-store.ts';
import { IssuedList } from './issued-list.tsx';

interface IssueDialogProps {
  readonly store: CodesStore;
  readonly isOpen: boolean;
  /** Last day that is offered first, YYYY-MM-DD. */
  readonly firstExpiry: string;
  readonly onClose: () => void;
  readonly onDownload: (name: string, text: string) => void;
}

const MAX_REASON = 200;

/** Issues codes, then shows them this once. */
export const IssueDialog = observer(function IssueDialog(props: IssueDialogProps) {
  const { store, isOpen, onClose, onDownload } = props;
  const leave = () => {
    store.leaveIssued();
    onClose();
  };
  return (
    // Codes that are on screen are gone with it: only the button that says so closes them.
    <Dialog
      open={isOpen}
      onClose={store.issued ? undefined : leave}
      maxWidth="xs"
      fullWidth
      aria-labelledby="issue-title"
    >
      <DialogTitle id="issue-title">{store.issued ? '兑换码已签发' : '签发兑换码'}</DialogTitle>
      {store.issued ? (
        <IssuedList issued={store.issued} onLeave={leave} onDownload={onDownload} />
      ) : (
        <IssueForm {...props} onClose={leave} />
      )}
    </Dialog>
  );
});

const IssueForm = observer(function IssueForm({ store, firstExpiry, onClose }: IssueDialogProps) {
  const [productId, setProduct] = useState(store.products[0]?.productId ?? '');
  const [count, setCount] = useState('10');
  const [expiresOn, setExpiry] = useState(firstExpiry);
  const [reason, setReason] = useState('');
  const number = Number(count);
  const isCount = Number.isInteger(number) && number >= 1 && number <= MAX_CODES;
  const problem = (field: string) => store.refusal?.problems.find((each) => each.field === field)?.message;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void store.issue({ productId, count: number, reason: reason.trim(), expiresOn });
  };
  return (
    <form onSubmit={submit}>
      <DialogContent>
        <Stack sx={{ gap: 2, pt: 1 }}>
          {store.refusal && <Alert severity="error">{store.refusal.message}</Alert>}
          <TextField select label="商品" value={productId} onChange={({ target }) => setProduct(target.value)} required>
            {store.products.map((product) => (
              <MenuItem key={product.productId} value={product.productId}>
                {product.name}（{goods(product)}）
              </MenuItem>
            ))}
          </TextField>
          <TextField
            label="数量"
            value={count}
            onChange={({ target }) => setCount(target.value)}
            error={!isCount}
            helperText={isCount ? undefined : `请填写 1 到 ${MAX_CODES} 之间的整数`}
            slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 3 } }}
            required
          />
          <TextField
            label="有效期至"
            type="date"
            value={expiresOn}
            onChange={({ target }) => setExpiry(target.value)}
            error={problem('expiresOn') !== undefined}
            helperText={problem('expiresOn') ?? '当日 24 时（北京时间）失效'}
            slotProps={{ inputLabel: { shrink: true } }}
            required
          />
          <TextField
            label="理由"
            placeholder="如：线下活动赠送"
            value={reason}
            onChange={({ target }) => setReason(target.value)}
            helperText="记入操作日志"
            slotProps={{ htmlInput: { maxLength: MAX_REASON } }}
            required
          />
        </Stack>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button color="inherit" onClick={onClose}>
          取消
        </Button>
        <Button
          type="submit"
          variant="contained"
          disabled={store.isIssuing || !isCount || reason.trim() === '' || productId === '' || expiresOn === ''}
        >
          {store.isIssuing ? '正在签发…' : '签发'}
        </Button>
      </DialogActions>
    </form>
  );
});
